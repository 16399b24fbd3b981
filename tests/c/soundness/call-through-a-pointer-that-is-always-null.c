// What comes behind a call through a pointer that is never set is dead only because of that.
#include <pthread.h>
void (*prepare)(void);
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  prepare(); // OBSTACLE
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
