// What a library function computes of an address may be one again.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int swapped, absolute, apart;
uint64_t one;
long other;

void *worker(void *unused) {
  *(int *)__builtin_bswap64(one) = 1; // RACE REACHABLE
  *(int *)labs(other) = 1;            // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  one = __builtin_bswap64((uint64_t)&swapped);
  other = -(long)&absolute;
  pthread_create(&id, NULL, worker, NULL);
  swapped = 2;  // RACE REACHABLE
  absolute = 2; // RACE REACHABLE
  apart = 2;    // NORACE REACHABLE
  return 0;
}
