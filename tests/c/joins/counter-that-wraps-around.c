// pepsin: exploration=off
// An atomic addition wraps around: what was the greatest number is zero then, and the branch is taken.
#include <pthread.h>
#include <stdatomic.h>
_Atomic unsigned counter = -1u;
int shared;

static void *racer(void *argument) {
  shared++; // RACE
  return argument;
}

int main(void) {
  pthread_t id;
  atomic_fetch_add(&counter, 1);
  if (counter == 0) {
    pthread_create(&id, NULL, racer, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
