// A thread goes on to the next number, which is another thread's.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int results[1001];
struct task {
  int id;
  int sum;
};
struct task tasks[1000];
pthread_t ids[1000];

void *worker(void *argument) {
  struct task *own = argument;
  results[own->id] = 1; // RACE
  own->id++;
  results[own->id] = 2; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    tasks[i].id = i;
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
  }
  return 0;
}
