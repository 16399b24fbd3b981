// A function is run for tasks, and by a thread of its own, for one argument: nobody owns that.
#include <pthread.h>
#include <stdlib.h>
struct task {
  void *(*run)(void *);
  int *argument;
  struct task *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task *top;

static void *count(void *argument) {
  int *number = argument;
  ++*number; // RACE
  return NULL;
}

static void push(void *(*run)(void *), int *argument) {
  struct task *task = malloc(sizeof *task);
  if (task == NULL)
    abort();
  task->run = run;
  task->argument = argument;
  pthread_mutex_lock(&lock);
  task->next = top;
  top = task;
  pthread_mutex_unlock(&lock);
}

static void run_one(void) {
  pthread_mutex_lock(&lock);
  struct task *task = top;
  if (task != NULL)
    top = task->next;
  pthread_mutex_unlock(&lock);
  if (task != NULL)
    task->run(task->argument);
}

static void start(pthread_t *thread, void *(*run)(void *), void *argument) {
  pthread_create(thread, NULL, run, argument);
}

int main(void) {
  int *number = malloc(sizeof *number);
  if (number == NULL)
    abort();
  *number = 0;
  pthread_t thread;
  start(&thread, count, number);
  push(count, number);
  run_one();
  pthread_join(thread, NULL);
  return 0;
}
