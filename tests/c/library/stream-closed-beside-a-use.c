// Who closes a stream ends it for all.
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  fputs("text", file); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  fclose(file); // RACE
  pthread_join(id, NULL);
  return 0;
}
