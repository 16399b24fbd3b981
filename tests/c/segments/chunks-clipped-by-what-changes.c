// The limit is another one when it is read again: chunks are not clipped but moved on.
#include <pthread.h>
int input(void);

#define THREADS 4
int n, limit;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items[1000000];

void *worker(void *argument) {
  long id = (long)argument;
  int chunk = n / THREADS;
  int low = id * chunk, high = low + chunk;
  pthread_mutex_lock(&lock);
  if (high > limit) {
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    high = limit;
  }
  pthread_mutex_unlock(&lock);
  for (int k = low; k < high; k++)
    items[k]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  n = input();
  if (n < 0 || n > 900000)
    return 1;
  for (long i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  pthread_mutex_lock(&lock);
  limit = n;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
