// An array without elements overlaps what comes behind it.
#include <pthread.h>
struct record {
  int before;
  char all[0];
  int member;
} shared;

static void *worker(void *unused) {
  for (int i = 0; i < 4; i++) {
    shared.all[i] = 1; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared.member = 2; // RACE
  shared.before = 2; // NORACE
  return 0;
}
