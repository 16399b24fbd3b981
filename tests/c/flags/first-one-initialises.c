// Whoever comes first initialises; the others see by the state that this is over.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int state, table;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (state == 0) { // NORACE
    table = 7; // NORACE
    state = 1; // NORACE
  }
  pthread_mutex_unlock(&mutex);
  return table ? NULL : unused; // NORACE
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
