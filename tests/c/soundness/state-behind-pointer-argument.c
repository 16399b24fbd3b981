// The pointer in the argument leads to a global.
#include <pthread.h>
struct box {
  struct box *inner;
  int *target;
};
int shared;

void *worker(void *arg) {
  struct box *box = arg;
  *box->inner->target = 1; // RACE
  return NULL;
}

int main(void) {
  static struct box inside = {NULL, &shared}, outside = {&inside, NULL};
  pthread_t id;
  pthread_create(&id, NULL, worker, &outside);
  shared = 2; // RACE
  return 0;
}
