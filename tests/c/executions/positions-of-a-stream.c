// A stream that tells where it stands can be moved, and one that does not, cannot.
#include <pthread.h>
#include <stdio.h>
int has_some, has_none, never;

void *worker(void *unused) {
  FILE *file = fopen("file", "r");
  if (!file)
    return NULL;
  long at = ftell(file);
  int moved = fseek(file, 0, SEEK_SET);
  if (at == 0 && moved == 0)
    has_some++; // RACE CONFIRMED
  if (at < 0 && moved != 0)
    has_none++; // RACE CONFIRMED
  if ((at < 0) != (moved != 0))
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
