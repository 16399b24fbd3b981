// Each thread finds its number where its argument points; nobody writes there later but the creator, to the others.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int results[1000];

struct task {
  double weight;
  int id;
  long sum;
};

void *worker(void *argument) {
  struct task *own = argument;
  for (int i = 0; i < 10; i++)
    own->sum += i;
  results[own->id] = (int)own->sum;
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4;
  if (count < 1 || count > 1000)
    return 1;
  pthread_t *ids = malloc(count * sizeof *ids);
  struct task *tasks = malloc(count * sizeof *tasks);
  for (int i = 0; i < count; i++) {
    tasks[i].id = i;
    tasks[i].sum = 0;
    printf("thread %d\n", i);
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return results[0]; // NORACE
}
