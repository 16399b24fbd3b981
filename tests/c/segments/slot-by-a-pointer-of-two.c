// Two workers each find a pointer to the same result.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct result {
  int sum, number;
};
struct task {
  int first;
  struct result *result;
};
struct result results[64];

void *worker(void *argument) {
  struct task *task = argument;
  struct result *result = task->result;
  result->sum = task->first; // RACE
  task->result->number++;    // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  struct task tasks[64];
  for (int i = 0; i < count; i++) {
    tasks[i].first = count;
    tasks[i].result = &results[i / 2];
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return results[0].sum;
}
