// In memory of one type, members are apart, whichever instance it is.
#include <pthread.h>
struct item { int left, right; };
struct item *first(void);
struct item *second(void);

void *worker(void *unused) {
  struct item *items = first();
  items[3].left = 1; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  second()->right = 2; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
