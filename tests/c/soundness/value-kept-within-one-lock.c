// Within one critical section nobody changes the state.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int state, unguarded;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  unguarded = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  state = 0; // NORACE
  int seen = state; // NORACE
  pthread_mutex_unlock(&mutex);
  if (seen)
    pthread_create(&second, NULL, worker, NULL);
  return 0;
}
