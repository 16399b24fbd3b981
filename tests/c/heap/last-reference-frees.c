// pepsin: memory-model=sc
// Whoever drops the last reference frees the object, and comes behind all others.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct counted { atomic_int references; int value; } *object;

void drop(struct counted *counted) {
  if (atomic_fetch_sub(&counted->references, 1) == 1)
    free(counted); // NORACE
}

void *worker(void *unused) {
  int seen = object->value; // NORACE
  drop(object);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t id;
  object = malloc(sizeof *object);
  object->value = 1;
  atomic_init(&object->references, 2);
  pthread_create(&id, NULL, worker, NULL);
  int seen = object->value; // NORACE
  drop(object);
  return seen;
}
