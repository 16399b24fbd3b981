// Nobody sleeps for a time that is none.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  struct timespec span = {0, 1000000000};
  if (nanosleep(&span, NULL) != -1)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
