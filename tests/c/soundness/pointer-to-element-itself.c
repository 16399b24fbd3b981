// The middle element is another one.
#include <pthread.h>
int cells[8];

void *worker(void *arg) {
  int *middle = arg;
  middle[2] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, &cells[4]);
  cells[2] = 2; // NORACE
  return 0;
}
