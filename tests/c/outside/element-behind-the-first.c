// What one function returns may be an element of what the other one does.
#include <pthread.h>
struct item { int left, right; };
struct item *first(void);
struct item *second(void);

void *worker(void *unused) {
  struct item *items = first();
  items[3].left = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  second()->left = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
