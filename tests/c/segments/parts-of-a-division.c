// Bounds are id * n / threads and (id + 1) * n / threads, whatever is left.
#include <pthread.h>
int input(void);

#define THREADS 4
int n;
int items[1000000];

void *worker(void *argument) {
  long id = (long)argument;
  int low = id * n / THREADS, high = (id + 1) * n / THREADS;
  for (int k = high - 1; k >= low; k--)
    items[k]++;
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  n = input();
  if (n < 0 || n > 900000)
    return 1;
  for (long i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
