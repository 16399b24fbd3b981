// Who holds a spin lock waits for ever when it asks for it again.
#include <pthread.h>
pthread_spinlock_t lock;
int shared;

void *worker(void *unused) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_spin_init(&lock, 0);
  pthread_create(&id, NULL, worker, NULL);
  shared++; // IMPRECISE
  return 0;
}
