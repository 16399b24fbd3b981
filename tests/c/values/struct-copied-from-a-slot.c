// What is copied out of an array at an index that is not known leads to all that its elements lead to.
#include <pthread.h>
struct task {
  void (*function)(int *);
  int *argument;
};
static struct task tasks[4];
static int shared, next;

static void bump(int *number) {
  (*number)++; // RACE
}

static void *worker(void *unused) {
  struct task task = tasks[next];
  task.function(task.argument);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t one, two;
  for (int i = 0; i < 4; i++) {
    tasks[i].function = bump;
    tasks[i].argument = &shared;
  }
  next = argc > 1 ? 3 : 1;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return shared;
}
