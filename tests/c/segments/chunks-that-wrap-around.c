// A great length makes products wrap around: workers 0 and 2 begin with the same element.
#include <pthread.h>
int input(void);

#define THREADS 4
unsigned length;
int items[1000000];

void *worker(void *argument) {
  unsigned id = (unsigned)(long)argument;
  unsigned low = id * length;
  for (unsigned k = low; k < low + length; k++) {
    if (k >= 1000000)
      break;
    items[k]++; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  length = input();
  for (long i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
