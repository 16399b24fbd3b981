// Main writes although the grandchild may run already.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  shared = 2; // RACE
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  shared = 3; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  shared = 4; // RACE
  return 0;
}
