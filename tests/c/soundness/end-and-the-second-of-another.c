// No array has its second element where another one ends: its first one would lie in that.
#include <pthread.h>
static int first[2], second[2];
static int *end, *next;
static int data;

static void *worker(void *unused) {
  if (end == next)
    data++;
  return unused;
}

int main(void) {
  end = first + 2;
  next = second + 1;
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
