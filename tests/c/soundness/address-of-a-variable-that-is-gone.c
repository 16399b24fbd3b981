// Two functions give the addresses of variables of theirs as numbers: the one may lie where the other one lay.
#include <pthread.h>
#include <stdint.h>
static int data;

static uintptr_t first(void) {
  int here = 1;
  return (uintptr_t)&here;
}

static uintptr_t second(void) {
  int there = 2;
  return (uintptr_t)&there;
}

static void *worker(void *unused) {
  if (first() == second())
    data++; // RACE REACHABLE
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
