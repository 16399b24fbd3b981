// A lock of Linux that is written to while it is taken is no lock any more.
#include <pthread.h>
struct mutex { long state; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
struct mutex lock;

void *worker(void *unused) {
  mutex_lock(&lock); // RACE CONFIRMED
  mutex_unlock(&lock); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  lock.state = 0; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
