// A semaphore of the kernel with one permit is a lock.
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
  shared++; // NORACE
  up(&semaphore);
  return argument;
}

int main(void) {
  pthread_t first, second;
  sema_init(&semaphore, 1);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
