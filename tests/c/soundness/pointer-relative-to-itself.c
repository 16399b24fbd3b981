// A pointer is kept as its distance from where it is kept.
#include <pthread.h>
#include <stdint.h>
struct relative { intptr_t distance; } pointer;
int target;

static void set(struct relative *relative, int *to) { relative->distance = (intptr_t)to - (intptr_t)relative; }

static int *get(struct relative *relative) { return (int *)((intptr_t)relative + relative->distance); }

void *worker(void *unused) {
  *get(&pointer) = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  set(&pointer, &target);
  pthread_create(&id, NULL, worker, NULL);
  target = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
