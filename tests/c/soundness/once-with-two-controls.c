// Two once-controls run the routine twice.
#include <pthread.h>
pthread_once_t first_once = PTHREAD_ONCE_INIT, second_once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared++; } // RACE

void *worker(void *unused) {
  pthread_once(&second_once, initialise);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_once(&first_once, initialise);
  return 0;
}
