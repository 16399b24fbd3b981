// A number that was counted from an object beyond its end may be the address of another one.
#include <pthread.h>
#include <stdint.h>
static int first[2], second[2];
static uintptr_t counted, begin;
static int data;

static void *worker(void *unused) {
  if (counted == begin)
    data++; // RACE REACHABLE
  return unused;
}

int main(void) {
  counted = (uintptr_t)first + 64;
  begin = (uintptr_t)second;
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
