// One once-control runs the routine once.
#include <pthread.h>
pthread_once_t first_once = PTHREAD_ONCE_INIT, second_once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared++; } // NORACE

void *worker(void *unused) {
  pthread_once(&first_once, initialise);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_once(&first_once, initialise);
  return 0;
}
