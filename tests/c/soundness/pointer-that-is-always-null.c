// What comes behind a pointer that is null whenever it is followed is dead only because of that.
#include <pthread.h>
int *counter;
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  *counter = 1; // OBSTACLE
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
