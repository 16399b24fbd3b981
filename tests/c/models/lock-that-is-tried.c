// pepsin: models=tests/c/models/wrappers.toml
// A try that tells success by what is not 0: there the lock is held, and nowhere else.
#include <pthread.h>
struct lock { long word; };
int try_take(int level, struct lock *l);
void give(int level, struct lock *l);
struct lock l;
int guarded, shared;

void *worker(void *argument) {
  if (try_take(0, &l)) {
    guarded++; // NORACE
    give(0, &l);
  } else {
    shared++; // RACE CONFIRMED
  }
  return 0;
}

int main(void) {
  pthread_t id, other;
  pthread_create(&id, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  if (try_take(0, &l)) {
    guarded++; // NORACE
    give(0, &l);
  }
  shared++; // RACE CONFIRMED
  return 0;
}
