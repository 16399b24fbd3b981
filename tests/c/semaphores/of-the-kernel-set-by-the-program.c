// A semaphore of the kernel may get its permits from the program.
#include <pthread.h>
#include <stddef.h>

struct semaphore {
  unsigned lock;
  unsigned count;
};
void down(struct semaphore *semaphore);
void up(struct semaphore *semaphore);

static inline void sema_init(struct semaphore *semaphore, int count) {
  semaphore->lock = 0;
  semaphore->count = count;
}

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
