// The functions without locks work on the stream that they are given.
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  putc_unlocked('a', file); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  putc_unlocked('b', file); // RACE
  pthread_join(id, NULL);
  return 0;
}
