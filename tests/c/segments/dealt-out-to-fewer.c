// Elements are dealt out in turn to fewer threads than there are.
#include <pthread.h>
int input(void);

static int n, others;
static int items[1000];

void *worker(void *argument) {
  for (int k = (int)(long)argument; k < 1000; k += others)
    items[k]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[64];
  n = input();
  others = input();
  if (n < 1 || n > 64 || others < 1 || others > n)
    return 1;
  for (long i = 0; i < n; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < n; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
