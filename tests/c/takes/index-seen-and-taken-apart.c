// The mutex is free between the look at the index and its increment.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int next, results[1000];

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int index = next; // NORACE
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    next++;           // NORACE
    pthread_mutex_unlock(&mutex);
    if (index >= 1000)
      return NULL;
    results[index] = index * index; // RACE
  }
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
