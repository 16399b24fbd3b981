// The first key may be 0, and then the second thread makes another one.
#include <pthread.h>
pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (!key)
    pthread_key_create(&key, NULL); // RACE
  pthread_mutex_unlock(&mutex);
  pthread_setspecific(key, &mutex); // RACE
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
