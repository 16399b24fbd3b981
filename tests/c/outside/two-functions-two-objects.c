// pepsin: outside-memory=separate
// Each function has memory of its own.
#include <pthread.h>
struct item { int value; };
struct item *first(void);
struct item *second(void);

void *worker(void *unused) {
  first()->value = 1; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  second()->value = 2; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
