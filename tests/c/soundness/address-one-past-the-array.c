// pepsin: unknown-functions=pure
// An address may be one past the last element: what stands before it is the last element.
#include <pthread.h>
int cells[10];
int end;
int input(void);

void *worker(void *unused) {
  int *behind = &cells[end];
  behind[-1] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  end = input();
  if (end < 1 || end > 10)
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  cells[9] = 2; // RACE
  return 0;
}
