// A thread changes how many are joined, while main does not hold the lock.
#include <pthread.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, counts = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *changes(void *unused) {
  pthread_mutex_lock(&counts);
  count = 1;
  pthread_mutex_unlock(&counts);
  return NULL;
}

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  pthread_t other;
  pthread_create(&other, NULL, changes, NULL);
  pthread_mutex_lock(&counts);
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  pthread_mutex_unlock(&counts);
  pthread_mutex_lock(&counts);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  pthread_mutex_unlock(&counts);
  return total; // RACE
}
