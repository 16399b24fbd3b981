// The latch counts one worker less than there are.
#include <pthread.h>
#define WORKERS 3
int pending = WORKERS - 1, result;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, results = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t idle = PTHREAD_COND_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&results);
  result++; // RACE
  pthread_mutex_unlock(&results);
  pthread_mutex_lock(&mutex);
  if (--pending == 0)
    pthread_cond_signal(&idle);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *reporter(void *unused) {
  return (void *)(long)result; // RACE
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  while (pending > 0)
    pthread_cond_wait(&idle, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_create(&id, NULL, reporter, NULL);
  return result; // RACE
}
