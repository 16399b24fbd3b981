// Where a `struct item` lies, there is no `struct entry`.
#include <pthread.h>
struct item { int value; };
struct entry { double value; };
struct item *first(void);
struct entry *second(void);

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
