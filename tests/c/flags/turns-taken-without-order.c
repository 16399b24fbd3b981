// The variable that says whose turn it is is read without an order.
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int shared;

void *worker(void *unused) {
  while (atomic_load_explicit(&turn, memory_order_relaxed) != 1)
    ;
  shared++; // RACE
  atomic_store(&turn, 2);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 5; // RACE
  atomic_store(&turn, 1);
  while (turn != 2)
    ;
  return shared; // RACE
}
