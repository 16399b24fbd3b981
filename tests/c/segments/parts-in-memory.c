// The creator computes the bounds, and threads find them in memory.
#include <pthread.h>
int input(void);

#define THREADS 4
struct part {
  int low, high;
};
int items[1000000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    items[k]++;
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  struct part parts[THREADS];
  int n = input();
  if (n < 0 || n > 900000)
    return 1;
  int chunk = n / THREADS;
  for (int i = 0; i < THREADS; i++) {
    parts[i].low = i * chunk;
    parts[i].high = i == THREADS - 1 ? n : (i + 1) * chunk;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
