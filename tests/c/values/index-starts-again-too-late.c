// The index reaches the last element, which main writes without the mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int cells[9];
int next;

static void *worker(void *argument) {
  while (1) {
    pthread_mutex_lock(&mutex);
    cells[next] = 1; // RACE
    next = next + 1;
    if (next == 9)
      next = 0;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  cells[8] = 2; // RACE
  return 0;
}
