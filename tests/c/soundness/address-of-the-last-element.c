// pepsin: unknown-functions=pure
// The element before the last one at most.
#include <pthread.h>
int cells[10];
int end;
int input(void);

void *worker(void *unused) {
  int *behind = &cells[end];
  behind[-1] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  end = input();
  if (end < 1 || end > 9)
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  cells[9] = 2; // NORACE
  return 0;
}
