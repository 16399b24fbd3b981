// Another thread changes the length while workers read it: their chunks are of another length each.
#include <pthread.h>
int input(void);

#define THREADS 4
int n;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items[1000000];

void *worker(void *argument) {
  long id = (long)argument;
  pthread_mutex_lock(&lock);
  int chunk = n / THREADS;
  pthread_mutex_unlock(&lock);
  int low = id * chunk, high = low + chunk;
  for (int k = low; k < high; k++)
    items[k]++; // RACE
  return NULL;
}

void *grower(void *argument) {
  pthread_mutex_lock(&lock);
  n += 100;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t ids[THREADS], other;
  n = input();
  if (n < 0 || n > 900000)
    return 1;
  pthread_create(&other, NULL, grower, NULL);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  pthread_join(other, NULL);
  return 0;
}
