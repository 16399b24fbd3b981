// What an integer of 16 bytes holds initially is in all of its bytes.
#include <pthread.h>
#include <stddef.h>
__int128 wide = -1;
int shared;

void *worker(void *unused) {
  long *half = (long *)&wide;
  if (half[1] == -1)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  return 0;
}
