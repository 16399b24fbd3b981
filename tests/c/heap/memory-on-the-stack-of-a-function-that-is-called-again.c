// What `alloca` gives ends with the function, and is had again by the next call while a thread still reads it.
#include <alloca.h>
#include <pthread.h>
pthread_t threads[2];

void *worker(void *number) {
  return (void *)(long)*(int *)number; // RACE
}

static void start(int which) {
  int *number = alloca(sizeof *number);
  *number = which; // RACE
  pthread_create(&threads[which], NULL, worker, number);
}

int main(void) {
  start(0);
  start(1);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
