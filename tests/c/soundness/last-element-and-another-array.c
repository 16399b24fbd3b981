// Elements of two arrays have different addresses.
#include <pthread.h>
static int first[2], second[2];
static int *last, *begin;
static int data;

static void *worker(void *unused) {
  if (last == begin)
    data++;
  return unused;
}

int main(void) {
  last = first + 1;
  begin = second;
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
