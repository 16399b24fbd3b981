// The size of an array in the type of a parameter is evaluated at each call.
#include <pthread.h>
int shared = 1;

static int first(int numbers[static shared++]) { return numbers[0]; } // OBSTACLE

void *worker(void *unused) {
  int numbers[4] = {0};
  first(numbers);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
