// pepsin: exploration=off
// A thread writes another member of the flag's union under the mutex: that is not zero, but the flag is.
#include <pthread.h>
union {
  int busy;
  long all;
} state;
int shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (state.busy == 0) { // NORACE
    state.busy = 1;      // NORACE
    pthread_mutex_unlock(&mutex);
    shared++; // RACE
    pthread_mutex_lock(&mutex);
    state.busy = 0; // NORACE
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *stranger(void *unused) {
  pthread_mutex_lock(&mutex);
  state.all = 1L << 32; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, stranger, NULL);
  for (int i = 0; i < 10; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
