// pepsin: exploration=off
// The control is set back while another thread may be at the call.
#include <pthread.h>
pthread_once_t control = PTHREAD_ONCE_INIT;

static void prepare(void) {}

void *worker(void *unused) {
  pthread_once(&control, prepare); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  *(int *)&control = 0; // RACE
  pthread_join(id, NULL);
  return 0;
}
