// Chunks are twice as long as they are apart, however many workers there are.
#include <pthread.h>
int input(void);

int n, threads;
int items[1000000];

void *worker(void *argument) {
  long id = (long)argument;
  int chunk = n / threads;
  for (int k = (int)id * chunk; k < ((int)id + 2) * chunk; k++)
    items[k]++; // RACE
  return NULL;
}

int main(void) {
  n = input();
  threads = input();
  if (n < 0 || n > 900000 || threads < 1)
    return 1;
  for (int i = 0; i < threads; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, (void *)(long)i);
  }
  return 0;
}
