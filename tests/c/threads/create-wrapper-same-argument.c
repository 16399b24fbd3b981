// Two calls of a create wrapper pass the same object.
#include <pthread.h>
int left, right;

void *worker(void *cell) {
  ++*(int *)cell; // RACE
  return NULL;
}

static void spawn(int *cell) {
  pthread_t id;
  pthread_create(&id, NULL, worker, cell);
}

int main(void) {
  spawn(&left);
  spawn(&left);
  return 0;
}
