// Pairs of elements are dealt out in turn to every second number, of which there may be an odd number.
#include <pthread.h>
int input(void);

static int n;
static int items[1000];

void *worker(void *argument) {
  for (int k = (int)(long)argument; k < 999; k += n)
    items[k + 1] = items[k] = k; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[64];
  n = input();
  if (n < 1 || n > 64)
    return 1;
  for (long i = 0; i < n; i += 2)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < n; i += 2)
    pthread_join(ids[i], NULL);
  return 0;
}
