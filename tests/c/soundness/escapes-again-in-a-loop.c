// The variable becomes known in each round of the loop, with the value that it had before.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *shown;
int counter;

static void *worker(void *argument) {
  int found = 0;
  pthread_mutex_lock(&mutex);
  if (shown && *shown == 5)
    found = 1;
  pthread_mutex_unlock(&mutex);
  if (found)
    counter++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  int value = 5;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&mutex);
    shown = &value;
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_lock(&mutex);
  value = 7;
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
