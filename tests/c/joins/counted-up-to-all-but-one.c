// pepsin: exploration=off
// Main waits for all workers but one.
#include <pthread.h>
#define WORKERS 4
int done, results[WORKERS];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t more = PTHREAD_COND_INITIALIZER;

void *worker(void *number) {
  results[(long)number] = 1; // RACE
  pthread_mutex_lock(&mutex);
  done++;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&id, NULL, worker, (void *)i);
  pthread_mutex_lock(&mutex);
  while (done < WORKERS - 1)
    pthread_cond_wait(&more, &mutex);
  pthread_mutex_unlock(&mutex);
  int sum = 0;
  for (int i = 0; i < WORKERS; i++)
    sum += results[i]; // RACE
  return sum;
}
