// One create site in a wrapper makes two threads of the same routine.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

static void spawn(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
}

int main(void) {
  spawn();
  spawn();
  return 0;
}
