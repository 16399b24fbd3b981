// What is copied out of the middle of a thread's number is bits of it.
#include <pthread.h>
#include <stdint.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  pthread_t whole = pthread_self();
  uint16_t low;
  memcpy(&low, &whole, sizeof low); // ENDS
  if (low == 4096)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
