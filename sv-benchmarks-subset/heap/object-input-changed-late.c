// SPDX-License-Identifier: MIT OR Apache-2.0
// The input is written when the worker already runs.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int input, output;
};

void *run(void *arg) {
  struct task *task = arg;
  task->output = task->input + 1;
  return task;
}

int main(void) {
  pthread_t id;
  void *back;
  struct task *task = malloc(sizeof *task);
  if (task == NULL)
    return 1;
  task->output = 0;
  pthread_create(&id, NULL, run, task);
  task->input = 1;
  pthread_join(id, &back);
  int result = ((struct task *)back)->output;
  free(task);
  return result;
}
