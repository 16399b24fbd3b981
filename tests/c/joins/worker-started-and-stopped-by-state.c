// A state tells whether the worker is running; it is joined before the state says that it is not.
#include <pthread.h>
int shared, running;
pthread_t id;
int input(void);

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

int main(void) {
  for (;;) {
    switch (input()) {
    case 0:
      if (!running) {
        pthread_create(&id, NULL, worker, NULL);
        running = 1;
      }
      break;
    case 1:
      if (running) {
        pthread_join(id, NULL);
        running = 0;
        shared = 0; // NORACE
      }
      break;
    default:
      if (!running)
        return shared; // NORACE
    }
  }
}
