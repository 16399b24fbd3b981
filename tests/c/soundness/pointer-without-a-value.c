// What comes behind a pointer that was never set is dead only because of that: it may lead anywhere all the same.
#include <pthread.h>
int shared;

static int first(int *numbers) {
  return numbers[0]; // OBSTACLE
}

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  int *numbers;
  pthread_create(&id, NULL, worker, NULL);
  if (first(numbers))
    shared = 2;
  pthread_join(id, NULL);
  return 0;
}
