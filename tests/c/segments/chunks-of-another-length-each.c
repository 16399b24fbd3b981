// The length of a chunk changes between two creations.
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

int main(void) {
  pthread_t ids[THREADS];
  n = input();
  if (n < 0 || n > 900000)
    return 1;
  for (long i = 0; i < THREADS; i++)
    {
      pthread_create(&ids[i], NULL, worker, (void *)i);
      pthread_mutex_lock(&lock);
      n += 100;
      pthread_mutex_unlock(&lock);
    }
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
