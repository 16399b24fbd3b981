// A state tells whether the worker is running, but not after the second start.
#include <pthread.h>
int shared, running;
pthread_t id;
int input(void);

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  for (;;) {
    switch (input()) {
    case 0:
      if (running < 2) {
        pthread_create(&id, NULL, worker, NULL);
        running++;
      }
      break;
    case 1:
      if (running) {
        pthread_join(id, NULL);
        running = 0;
        shared = 0; // RACE
      }
      break;
    default:
      if (!running)
        return shared; // RACE
    }
  }
}
