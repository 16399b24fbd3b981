// Who looks at a stream without its lock races with who reads from it, and not with who looks at it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
FILE *file, *other;

void *worker(void *unused) {
  feof_unlocked(file); // RACE CONFIRMED
  ferror_unlocked(other);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "r");
  other = fopen("other", "r");
  if (!file || !other)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  feof_unlocked(other);
  fgetc(file); // RACE
  pthread_join(id, NULL);
  return 0;
}
