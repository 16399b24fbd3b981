// The joined thread leaves a child behind.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *parent(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
