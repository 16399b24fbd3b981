// No call publishes a parameter with the value that is looked for.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *shown;
int counter;

static void show(int value) {
  pthread_mutex_lock(&mutex);
  shown = &value;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  shown = NULL;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *argument) {
  int found = 0;
  pthread_mutex_lock(&mutex);
  if (shown && *shown == 2)
    found = 1;
  pthread_mutex_unlock(&mutex);
  if (found)
    counter++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  show(1);
  show(1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
