// The index comes by value through the argument of the thread.
#include <pthread.h>
int cells[2];

void *worker(void *arg) {
  cells[(long)arg] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  return 0;
}
