// A stream that has positions stands behind the characters that were read.
#include <pthread.h>
#include <stdio.h>
int told, never;

void *worker(void *unused) {
  FILE *file = fopen("file", "r");
  if (!file || fgetc(file) < 0)
    return NULL;
  long at = ftell(file);
  if (at == 1)
    told++; // RACE CONFIRMED
  if (at == 0)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
