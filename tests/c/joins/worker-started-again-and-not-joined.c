// The worker of the last round may still be running when the next one starts.
#include <pthread.h>
int shared;
int input(void);

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    shared = 0; // RACE
  }
  return shared; // RACE
}
