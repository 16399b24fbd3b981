// The allocator is called once, for both.
#include <pthread.h>
#include <stdlib.h>
int *left, *right;

static int *make(void) {
  int *cell = malloc(sizeof *cell);
  if (!cell)
    abort();
  return cell;
}

void *worker(void *unused) {
  *left = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  left = make();  // NORACE
  right = left;   // NORACE
  pthread_create(&id, NULL, worker, NULL);
  *right = 2; // RACE
  return 0;
}
