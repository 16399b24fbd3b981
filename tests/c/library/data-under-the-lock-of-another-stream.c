// Each stream has a lock of its own.
#include <pthread.h>
#include <stdio.h>
FILE *file, *other;
int lines;

void *worker(void *unused) {
  flockfile(file);
  lines++; // RACE CONFIRMED
  funlockfile(file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  other = fopen("other", "w");
  if (!file || !other)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  flockfile(other);
  lines++; // RACE
  funlockfile(other);
  pthread_join(id, NULL);
  return 0;
}
