// A function is passed the bounds.
#include <pthread.h>
int input(void);

#define THREADS 4
int n;
int items[1000000];

static void add(int *values, int from, int to) {
  while (from < to) {
    values[from] += 1;
    from++;
  }
}

void *worker(void *argument) {
  long id = (long)argument;
  int chunk = n / THREADS;
  add(items, id * chunk, (id + 1) * chunk);
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
