// The kernel takes only so many signals, and a cancellation is one.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
int shared;

void *sleeper(void *unused) {
  sleep(1);
  return NULL;
}

void *worker(void *id) {
  if (pthread_cancel(*(pthread_t *)id) == EAGAIN)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id, first, second;
  pthread_create(&id, NULL, sleeper, NULL);
  pthread_create(&first, NULL, worker, &id);
  pthread_create(&second, NULL, worker, &id);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(id, NULL);
  return 0;
}
