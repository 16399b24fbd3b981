// A function clears the number again before the thread is created, while nobody else knows the memory.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int results[1000];
struct task {
  int id;
  int sum;
};

static void clear(struct task *task) {
  task->id = 0;
  task->sum = 0;
}

void *worker(void *argument) {
  struct task *own = argument;
  results[own->id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    struct task *task = malloc(sizeof *task);
    pthread_t id;
    task->id = i;
    clear(task);
    pthread_create(&id, NULL, worker, task);
  }
  return 0;
}
