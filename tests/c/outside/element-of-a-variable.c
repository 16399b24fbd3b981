// In an array of one type members are apart, also where a function outside leads into it.
#include <pthread.h>
struct item { int value, weight; } items[4];
struct item *find(void);

void *worker(void *unused) {
  find()->value = 1; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  items[2].weight = 2; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
