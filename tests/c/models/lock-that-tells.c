// pepsin: models=tests/c/models/wrappers.toml
// A row that does not say what its function returns: it may be anything, so both branches are taken, and no execution goes on.
#include <pthread.h>
struct lock { long word; };
int take_or_fail(struct lock *l);
int give_back(struct lock *l);
struct lock l;
int shared;

void *worker(void *argument) {
  if (take_or_fail(&l)) // ENDS
    shared++; // RACE
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  shared++; // RACE
  return 0;
}
