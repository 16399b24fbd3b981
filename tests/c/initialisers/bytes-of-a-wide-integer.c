// Executions do not compute with integers of 16 bytes; what these hold initially is no zero to them.
#include <pthread.h>
#include <stddef.h>
__int128 wide = -1;
int shared;

void *worker(void *unused) {
  long *half = (long *)&wide;
  if (half[1] == -1) // ENDS
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  return 0;
}
