// Where the limit is the greatest number, or close to it, workers go on behind the end of the counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int next;
int limit, items[1000];

void *worker(void *unused) {
  for (;;) {
    int i = atomic_fetch_add(&next, 1);
    if (i >= limit)
      return NULL;
    if (i >= 0 && i < 1000)
      items[i]++; // RACE
  }
}

int main(int argc, char **argv) {
  pthread_t id;
  limit = argc > 1 ? atoi(argv[1]) : 10;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
