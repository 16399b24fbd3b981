// The struct points to another target.
#include <pthread.h>
struct job {
  void (*run)(int *);
  int *target;
};
int shared, other;

static void set(int *target) { *target = 1; } // NORACE

void *worker(void *arg) {
  struct job *job = arg;
  job->run(job->target);
  return NULL;
}

int main(void) {
  static struct job job = {set, &other};
  pthread_t id;
  pthread_create(&id, NULL, worker, &job);
  shared = 2; // NORACE
  return 0;
}
