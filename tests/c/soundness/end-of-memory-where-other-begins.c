// Allocated memory may begin where other ends.
#include <pthread.h>
#include <stdlib.h>
static char *end, *begin;
static int data;

static void *worker(void *unused) {
  if (end == begin)
    data++; // RACE REACHABLE
  return unused;
}

int main(void) {
  char *first = malloc(32);
  begin = malloc(32);
  if (!first || !begin)
    return 1;
  end = first + 32;
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
