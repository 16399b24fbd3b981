// A semaphore of the kernel lets as many in as it has permits.
#include <pthread.h>
#include <stddef.h>

struct semaphore {
  int count;
};
void sema_init(struct semaphore *semaphore, int count);
void down(struct semaphore *semaphore);
void up(struct semaphore *semaphore);

static struct semaphore semaphore;
static int shared;

static void *worker(void *argument) {
  down(&semaphore);
  shared++; // RACE
  up(&semaphore);
  return argument;
}

int main(void) {
  pthread_t first, second;
  sema_init(&semaphore, 2);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
