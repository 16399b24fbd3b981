// An atomic variable says whose turn it is; only who has the turn writes it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int shared;

void *worker(void *unused) {
  while (atomic_load(&turn) != 1)
    ;
  shared++; // NORACE
  atomic_store(&turn, 2);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 5; // NORACE
  atomic_store(&turn, 1);
  while (turn != 2)
    ;
  return shared; // NORACE
}
