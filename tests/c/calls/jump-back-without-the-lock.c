// A function below releases the lock and jumps back: what is done there races.
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
  shared++; // RACE CONFIRMED
  pthread_mutex_unlock(&lock);
  if (task->fails)
    longjmp(task->back, 3);
}

static void *worker(void *argument) {
  struct task task;
  int code;
  task.fails = argument != NULL;
  code = setjmp(task.back);
  if (code == 0)
    step(&task);
  else if (code == 3)
    shared++; // RACE CONFIRMED
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
