// Threads are passed the number of their slot.
#include <pthread.h>
#include <stdint.h>
int input(void);
pthread_t ids[64];
long sums[64];

void *worker(void *argument) {
  long own = (intptr_t)argument;
  sums[own] += own;
  return NULL;
}

int main(void) {
  int count = input();
  long sum = 0;
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    sums[i] = 1; // NORACE
    pthread_create(&ids[i], NULL, worker, (void *)(intptr_t)i);
  }
  for (int j = 0; j < count; j++) {
    pthread_join(ids[j], NULL);
    sum += sums[j]; // NORACE
  }
  return sum;
}
