// A `struct item` may be the member of a `struct list`, and bytes say nothing then.
#include <pthread.h>
struct item { int value; };
struct list { int length; struct item item; };
struct list *whole(void);
struct item *part(void);

void *worker(void *unused) {
  whole()->item.value = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  part()->value = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
