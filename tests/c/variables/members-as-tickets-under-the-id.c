// The id of each thread is stored over its number.
#include <pthread.h>
#include <stdlib.h>

int results[256];

void *worker(void *argument) {
  unsigned char id = *(unsigned char *)argument;
  results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  for (int i = 0; i < 200; i++) {
    unsigned char *both = malloc(sizeof(pthread_t));
    if (!both)
      return 1;
    both[0] = i;
    pthread_create((pthread_t *)both, NULL, worker, both);
  }
  return 0;
}
