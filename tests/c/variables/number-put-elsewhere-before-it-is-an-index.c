// Each thread is given a number of its own, and counts from the other end as well.
#include <pthread.h>
#include <stdint.h>
static int slots[4];

static void *worker(void *argument) {
  int index = (int)(intptr_t)argument;
  slots[index] = 1; // RACE CONFIRMED
  index = 3 - index;
  slots[index] = 2; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&id, NULL, worker, (void *)i);
  return 0;
}
