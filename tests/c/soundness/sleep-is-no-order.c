// However long main sleeps, nothing is ordered.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  usleep(1000);
  return shared; // RACE
}
