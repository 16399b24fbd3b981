// The last thread takes the rest, and a loop before it has come to the same number.
#include <pthread.h>
int input(void);

static int items[100000];
struct part {
  int low, high;
} parts[64];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    items[k]++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t ids[64];
  int n = input(), threads = input();
  if (n < 1 || n > 100000 || threads < 1 || threads > 64)
    return 1;
  for (int k = 0; k < n; k++)
    items[k] = k;
  for (int t = 0; t < threads; t++) {
    parts[t].low = t * (n / threads);
    parts[t].high = t == threads - 1 ? n : (t + 1) * (n / threads);
    pthread_create(&ids[t], NULL, worker, &parts[t]);
  }
  for (int t = 0; t < threads; t++)
    pthread_join(ids[t], NULL);
  return 0;
}
