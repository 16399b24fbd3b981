// A call that holds the lock of a stream races with one that leaves it out.
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  putc_unlocked('a', file); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  putc('b', file); // RACE
  pthread_join(id, NULL);
  fclose(file);
  return 0;
}
