// Objects that come out of one allocator are different objects.
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
  *left = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  left = make();  // NORACE
  right = make(); // NORACE
  pthread_create(&id, NULL, worker, NULL);
  *right = 2; // NORACE
  return 0;
}
