// The wrapper makes a new cell, so the one that the caller keeps is another one, and its number stays.
#include <pthread.h>
#include <stdlib.h>
struct cell { int number; };
int shared;

static struct cell *make(void) {
  struct cell *cell = malloc(sizeof *cell);
  cell->number = 0;
  return cell;
}

static void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  struct cell *last = NULL, *before = NULL;
  pthread_t id;
  for (int i = 0; i < 40; i++) {
    before = last;
    last = make();
  }
  last->number = 1;
  before->number = 2;
  pthread_create(&id, NULL, worker, NULL);
  if (last->number == 1)
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
