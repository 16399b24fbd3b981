// The number of items grows between the comparison and the assignment: the end is behind the chunk then.
#include <pthread.h>
#include <stdatomic.h>
#define CHUNK 16

static int values[1200];
static atomic_int items = 100, next;

static void *worker(void *unused) {
  int start;
  while ((start = atomic_fetch_add(&next, CHUNK)) < 1000) {
    int end = start + CHUNK;
    int limit = items;
    if (end > limit)
      end = items;
    for (int i = start; i < end; i++)
      values[i] = i; // RACE
  }
  return NULL;
}

static void *more(void *unused) {
  items = 1000;
  return NULL;
}

int main(void) {
  pthread_t one, other, third;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_create(&third, NULL, more, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  pthread_join(third, NULL);
  return 0;
}
