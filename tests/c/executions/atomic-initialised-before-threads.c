// A reference count is initialised before there are threads, without order; the last holder releases the memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object {
  atomic_int references;
  int value;
  pthread_mutex_t lock;
};

static void drop(struct object *object) {
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object); // NORACE REACHABLE
}

void *user(void *argument) {
  struct object *object = argument;
  pthread_mutex_lock(&object->lock);
  object->value++; // NORACE
  pthread_mutex_unlock(&object->lock);
  drop(object);
  return NULL;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  atomic_store_explicit(&object->references, 3, memory_order_relaxed);
  object->value = 0;
  pthread_mutex_init(&object->lock, NULL);
  pthread_t first, second;
  pthread_create(&first, NULL, user, object);
  pthread_create(&second, NULL, user, object);
  drop(object);
  return 0;
}
