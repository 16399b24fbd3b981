// The counter has a sign, and its steps have none: after four of them it is where it was.
#include <pthread.h>

int results[100];

void *worker(void *argument) {
  long id = (long)argument;
  if (id >= 0 && id < 100)
    results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int count = 0;
  for (long i = 7;; i += 1ul << 62) {
    pthread_create(&id, NULL, worker, (void *)i);
    if (count++ > 20)
      break;
  }
  return 0;
}
