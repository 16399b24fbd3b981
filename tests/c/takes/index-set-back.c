// One thread starts from the first index again.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int next, results[1000];

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int index = next; // NORACE
    next++;           // NORACE
    pthread_mutex_unlock(&mutex);
    if (index >= 1000)
      return NULL;
    results[index] = index * index; // RACE
  }
}

void *resetter(void *unused) {
  pthread_mutex_lock(&mutex);
  next = 0; // NORACE
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
