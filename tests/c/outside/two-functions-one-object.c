// Two functions without body may return the same object.
#include <pthread.h>
struct item { int value; };
struct item *first(void);
struct item *second(void);

void *worker(void *unused) {
  first()->value = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  second()->value = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
