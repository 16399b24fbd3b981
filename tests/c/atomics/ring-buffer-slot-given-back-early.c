// pepsin: memory-model=sc
// The consumer gives the slot back before it has read it.
#include <pthread.h>
#include <stdatomic.h>
int slots[4];
atomic_uint head, tail;

void *producer(void *unused) {
  for (int value = 0; value < 8; value++) {
    unsigned mine = atomic_load_explicit(&head, memory_order_relaxed);
    while (mine - atomic_load_explicit(&tail, memory_order_acquire) == 4) {
    }
    slots[mine % 4] = value; // RACE
    atomic_store_explicit(&head, mine + 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  int sum = 0;
  pthread_create(&id, NULL, producer, NULL);
  for (int count = 0; count < 8; count++) {
    unsigned mine = atomic_load_explicit(&tail, memory_order_relaxed);
    while (atomic_load_explicit(&head, memory_order_acquire) == mine) {
    }
    atomic_store_explicit(&tail, mine + 1, memory_order_release);
    sum += slots[mine % 4]; // RACE
  }
  return sum;
}
