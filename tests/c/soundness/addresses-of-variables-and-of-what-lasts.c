// A variable of a function never lies where one of the whole program does.
#include <pthread.h>
#include <stdint.h>
static int data, lasting;

static uintptr_t first(void) {
  int here = 1;
  return (uintptr_t)&here;
}

static void *worker(void *unused) {
  if (first() == (uintptr_t)&lasting)
    data++;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
