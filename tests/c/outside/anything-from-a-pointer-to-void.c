// What is returned as a pointer to void may be anything from outside.
#include <pthread.h>
struct item { int value; };
void *find(void);
struct item *first(void);

void *worker(void *unused) {
  struct item *item = find();
  item->value = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  first()->value = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
