// A function below jumps back while it holds the lock, and the lock is released where it arrives.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

struct task {
  jmp_buf back;
  int fails;
};

static void step(struct task *task) {
  pthread_mutex_lock(&lock);
  shared++; // NORACE
  if (task->fails)
    longjmp(task->back, 3);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *argument) {
  struct task task;
  task.fails = argument != NULL;
  if (setjmp(task.back) == 0) {
    step(&task);
  } else {
    shared++; // NORACE REACHABLE
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, arguments);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
