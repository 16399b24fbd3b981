// Somebody resets the state, so that another thread initialises again.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int state, table;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (state == 0) { // NORACE
    table = 7; // RACE
    state = 1; // NORACE
  }
  pthread_mutex_unlock(&mutex);
  return table ? NULL : unused; // RACE
}

void *resetter(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 0; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, resetter, NULL);
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
