// Each worker also writes the element behind its own.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int next, results[1001];

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int index = next; // NORACE
    next++;           // NORACE
    pthread_mutex_unlock(&mutex);
    if (index >= 1000)
      return NULL;
    results[index] = index * index; // RACE
    results[index + 1] = 0; // RACE
  }
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
