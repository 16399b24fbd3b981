// The id of each thread is stored beside its number.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int id;
  pthread_t thread;
};
int results[1000];

void *worker(void *argument) {
  struct task *own = argument;
  results[own->id] = 1;
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    struct task *task = malloc(sizeof *task);
    if (!task)
      return 1;
    task->id = i;
    pthread_create(&task->thread, NULL, worker, task);
  }
  pthread_exit(NULL);
}
