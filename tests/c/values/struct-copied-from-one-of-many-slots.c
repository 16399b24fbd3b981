// The same, of so many elements that they are not told apart.
#include <pthread.h>
#include <string.h>
struct task {
  void (*function)(int *);
  int *argument;
};
static struct task tasks[400];
static int shared, next;

static void bump(int *number) {
  (*number)++; // RACE
}

static void *worker(void *unused) {
  struct task task;
  memcpy(&task, &tasks[next], sizeof task);
  task.function(task.argument);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t one, two;
  for (int i = 0; i < 400; i++) {
    tasks[i].function = bump;
    tasks[i].argument = &shared;
  }
  next = argc & 255;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return shared;
}
