// A semaphore of the kernel may have permits from its initialiser.
#include <pthread.h>
#include <stddef.h>

struct semaphore {
  int count;
};

void down(struct semaphore *semaphore);
void up(struct semaphore *semaphore);

static struct semaphore semaphore = {2};
static int shared;

static void *worker(void *argument) {
  down(&semaphore);
  shared++; // RACE
  up(&semaphore);
  return argument;
}

int main(void) {
  pthread_t first, second;

  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
