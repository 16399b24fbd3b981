// All workers of the second kind compute their part from what their creator was given.
#include <pthread.h>
int input(void);

#include <stdlib.h>
#define CHUNK 100
struct job {
  int id;
};
int first, items[100000];
int count;

void *worker(void *argument) {
  for (int k = first * CHUNK; k < (first + 1) * CHUNK; k++)
    items[k]++; // RACE
  return argument;
}

void *creator(void *argument) {
  struct job *job = argument;
  struct job *jobs = malloc(count * sizeof *jobs);
  first = job->id;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    jobs[i].id = i;
    pthread_create(&id, NULL, worker, &jobs[i]);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  count = input();
  int wanted = input();
  if (count < 1 || count > 900)
    return 1;
  struct job *jobs = malloc(count * sizeof *jobs);
  for (int i = 0; i < count; i++) {
    jobs[i].id = i;
    if (i == wanted) {
      pthread_create(&id, NULL, creator, &jobs[i]);
      break;
    }
  }
  return 0;
}
