// Two calls of a create wrapper pass distinct objects.
#include <pthread.h>
int left, right;

void *worker(void *cell) {
  ++*(int *)cell; // NORACE
  return NULL;
}

static void spawn(int *cell) {
  pthread_t id;
  pthread_create(&id, NULL, worker, cell);
}

int main(void) {
  spawn(&left);
  spawn(&right);
  return 0;
}
