// pepsin: models=tests/c/models/wrappers.toml
// A function that a library calls, in the thread that asks for it, with what it was given.
#include <pthread.h>
void each(void (*function)(int *, int), int *state);
int sum, other;
static int seen;

static void add(int *state, int value) {
  *state += value; // RACE
  seen++; // NORACE
}

void *worker(void *argument) {
  each(add, &sum); // ENDS
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  sum = 1; // RACE
  return 0;
}
