// An array may begin where another one ends, so one past the end of the one may be the first element of the other.
#include <pthread.h>
static int first[2], second[2];
static int *end, *begin;
static int data;

static void *worker(void *unused) {
  if (end == begin)
    data++; // RACE REACHABLE
  return unused;
}

int main(void) {
  end = first + 2;
  begin = second;
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
