// pepsin: models=tests/c/models/wrappers.toml
// A lock that is too clever to be understood: its row counts in place of its body.
#include <pthread.h>
struct lock { int word; };
struct lock l;
int guarded, free_for_all;

int enter(struct lock *l) {
  while (__sync_lock_test_and_set(&l->word, l->word | 1))
    ;
  return 7;
}

int leave(struct lock *l) {
  l->word &= ~1;
  return 7;
}

void *worker(void *argument) {
  enter(&l);
  guarded++; // NORACE
  leave(&l);
  free_for_all++; // RACE CONFIRMED
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  enter(&l);
  guarded++; // NORACE
  leave(&l);
  free_for_all++; // RACE CONFIRMED
  return 0;
}
