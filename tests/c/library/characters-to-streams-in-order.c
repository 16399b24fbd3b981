// Functions without locks in an order, and to different streams.
#include <pthread.h>
#include <stdio.h>
FILE *file, *other;

void *worker(void *unused) {
  putc_unlocked('a', file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  other = fopen("other", "w");
  if (!file || !other)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  putc_unlocked('b', other);
  pthread_join(id, NULL);
  putc_unlocked('c', file);
  return 0;
}
