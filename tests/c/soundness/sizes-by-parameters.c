// Sizes that are computed from parameters touch nothing that others know.
#include <pthread.h>

static int sum(int count, int numbers[static count], int (*rows)[count * 2 + 1]) {
  return numbers[count - 1] + (rows != NULL);
}

void *worker(void *argument) {
  int numbers[2] = {1, 2};
  *(int *)argument = sum(2, numbers, NULL); // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int result = 0;
  pthread_create(&id, NULL, worker, &result);
  pthread_join(id, NULL);
  return result; // NORACE REACHABLE
}
