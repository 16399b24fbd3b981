// Records are written as a whole, and read as a whole.
#include <pthread.h>
#include <stdlib.h>

struct task {
  char kind;
  int id;
  long weight;
};

long *results;

void *worker(void *argument) {
  struct task own = *(struct task *)argument;
  results[own.id] = own.weight;
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  pthread_t *ids = malloc(count * sizeof *ids);
  struct task *tasks = malloc(count * sizeof *tasks);
  results = malloc(count * sizeof *results);
  for (int i = 0; i < count; i++) {
    results[i] = 0;
    tasks[i] = (struct task){.kind = 'a', .id = i, .weight = 3};
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
  }
  long sum = 0;
  for (int i = 0; i < count; i++) {
    pthread_join(ids[i], NULL);
    sum += results[i];
  }
  return sum > 0;
}
