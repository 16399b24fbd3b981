// pepsin: exploration=off
// The control is set back before other threads come to the call, each of which may be the first.
#include <pthread.h>
pthread_once_t control = PTHREAD_ONCE_INIT;

static void prepare(void) {}

void *worker(void *unused) {
  pthread_once(&control, prepare); // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  *(int *)&control = 0; // NORACE
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
