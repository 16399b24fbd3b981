// The number behind the greatest one is 0, which is the first thread's own.
#include <pthread.h>
#include <stdlib.h>

int results[256];

void *worker(void *argument) {
  unsigned id = *(unsigned *)argument;
  unsigned next = id + 1;
  if (id < 100)
    results[id] = 1; // RACE
  if (next < 100)
    results[next] = 2; // RACE
  return NULL;
}

int main(void) {
  for (long i = 0; i <= 4294967295;) {
    pthread_t id;
    unsigned *number = malloc(sizeof *number);
    if (!number)
      return 1;
    *number = i;
    pthread_create(&id, NULL, worker, number);
    if (i == 100)
      i = i + 4294967195;
    else
      i = i + 5;
  }
  return 0;
}
