// The joined thread has joined its child.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *parent(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, child, NULL);
  pthread_join(id, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  shared = 2; // NORACE REACHABLE
  return 0;
}
