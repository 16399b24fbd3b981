// The routine itself comes from a struct that the argument points to.
#include <pthread.h>
struct job {
  void (*run)(int *);
  int *target;
};
int shared, other;

static void set(int *target) { *target = 1; } // RACE

void *worker(void *arg) {
  struct job *job = arg;
  job->run(job->target);
  return NULL;
}

int main(void) {
  static struct job job = {set, &shared};
  pthread_t id;
  pthread_create(&id, NULL, worker, &job);
  shared = 2; // RACE
  return 0;
}
