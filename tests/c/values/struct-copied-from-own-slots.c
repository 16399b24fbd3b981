// The parts of a struct that is copied at an index that is not known are told apart: one leads to what is shared, and only that is looked at.
#include <pthread.h>
struct task {
  int *mine, *shared;
};
static struct task tasks[4];
static int own, common, next;

static void *worker(void *unused) {
  struct task task = tasks[next];
  return *task.shared ? unused : NULL; // NORACE
}

int main(int argc, char **argv) {
  pthread_t one, two;
  for (int i = 0; i < 4; i++) {
    tasks[i].mine = &own;
    tasks[i].shared = &common;
  }
  next = argc > 1 ? 3 : 1;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  own = 1; // NORACE
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return own;
}
