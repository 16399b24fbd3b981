// pepsin: memory-model=sc
// The object is read after the reference to it was dropped.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct counted { atomic_int references; int value; } *object;

void drop(struct counted *counted) {
  if (atomic_fetch_sub(&counted->references, 1) == 1) // IMPRECISE
    free(counted); // RACE
}

void *worker(void *unused) {
  drop(object);
  int seen = object->value; // RACE
  return (void *)(long)seen;
}

int main(void) {
  pthread_t id;
  object = malloc(sizeof *object);
  object->value = 1;
  atomic_init(&object->references, 2);
  pthread_create(&id, NULL, worker, NULL);
  int seen = object->value; // IMPRECISE
  drop(object);
  return seen;
}
