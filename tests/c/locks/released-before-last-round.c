// The write comes after the release of each round.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *worker(void *unused) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    sum += i; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
