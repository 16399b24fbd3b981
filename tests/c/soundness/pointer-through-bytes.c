// A pointer is copied byte by byte.
#include <pthread.h>
#include <string.h>
int shared;
char box[sizeof(int *)];

void *worker(void *unused) {
  int *pointer;
  memcpy(&pointer, box, sizeof pointer); // NORACE
  *pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *pointer = &shared;
  char *bytes = (char *)&pointer;
  for (unsigned i = 0; i < sizeof pointer; i++)
    box[i] = bytes[i]; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
