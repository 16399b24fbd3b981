// Each of two workers sets the flag: that it is set says nothing of the other one.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int ready, results[2];

void *worker(void *slot) {
  *(int *)slot = 42; // RACE
  pthread_mutex_lock(&mutex);
  ready = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, &results[0]);
  pthread_create(&id, NULL, worker, &results[1]);
  int seen = 0;
  while (!seen) {
    pthread_mutex_lock(&mutex);
    seen = ready; // NORACE
    pthread_mutex_unlock(&mutex);
  }
  return results[0] + results[1]; // RACE
}
