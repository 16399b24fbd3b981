// Another thread sorts the tasks while they are worked on.
#include <pthread.h>
int input(void);

int results[1000];
struct task {
  int id;
  int sum;
};
struct task tasks[1000];
int count;

void *swap(void *argument) {
  int from = input(), to = input();
  if (from >= 0 && to >= 0 && from < count && to < count) {
    int id = tasks[from].id;       // RACE
    tasks[from].id = tasks[to].id; // RACE
    tasks[to].id = id;             // RACE
  }
  return NULL;
}

void *worker(void *argument) {
  struct task *own = argument;
  results[own->id] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  count = input();
  if (count > 1000)
    return 1;
  pthread_create(&id, NULL, swap, NULL);
  for (int i = 0; i < count; i++) {
    tasks[i].id = i; // RACE
    pthread_create(&id, NULL, worker, &tasks[i]);
  }
  return 0;
}
