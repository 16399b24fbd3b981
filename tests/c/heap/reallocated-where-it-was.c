// `realloc` may leave memory where it is, or move it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int stays, moves;

void *worker(void *unused) {
  int *memory = malloc(sizeof *memory);
  if (!memory)
    return NULL;
  uintptr_t before = (uintptr_t)memory;
  int *grown = realloc(memory, 100);
  if (!grown)
    return NULL;
  if ((uintptr_t)grown == before)
    stays++; // RACE REACHABLE
  else
    moves++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  stays++; // RACE
  moves++; // RACE
  pthread_join(id, NULL);
  return 0;
}
