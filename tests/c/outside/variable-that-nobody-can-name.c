// Nobody outside can name a static variable.
#include <pthread.h>
static int shared;
int *find(void);

void *worker(void *unused) {
  *find() = 1; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
