// A loop takes and releases the mutex in each round.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *worker(void *unused) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&mutex);
    sum += i; // NORACE REACHABLE
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
