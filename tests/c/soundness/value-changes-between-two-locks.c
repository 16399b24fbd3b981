// Between two critical sections another thread may change what the first one left.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int state, unguarded;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  unguarded = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  state = 0; // NORACE
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int seen = state; // NORACE
  pthread_mutex_unlock(&mutex);
  if (seen)
    pthread_create(&second, NULL, worker, NULL); // REACHABLE
  return 0;
}
