// The result of the spin trylock is not looked at.
#include <pthread.h>
pthread_spinlock_t spin;
int shared;

void *worker(void *unused) {
  pthread_spin_lock(&spin);
  shared++; // RACE REACHABLE
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_spin_init(&spin, 0);
  pthread_create(&id, NULL, worker, NULL);
  int busy = pthread_spin_trylock(&spin);
  shared--; // RACE REACHABLE
  if (!busy)
    pthread_spin_unlock(&spin);
  return 0;
}
