// pepsin: memory-model=sc
// One producer and one consumer: the producer fills a slot before it moves the head, the consumer reads it before it moves the tail.
#include <pthread.h>
#include <stdatomic.h>
int slots[4];
atomic_uint head, tail;

void *producer(void *unused) {
  for (int value = 0; value < 8; value++) {
    unsigned mine = atomic_load_explicit(&head, memory_order_relaxed);
    while (mine - atomic_load_explicit(&tail, memory_order_acquire) == 4) {
    }
    slots[mine % 4] = value; // NORACE
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
    sum += slots[mine % 4]; // NORACE
    atomic_store_explicit(&tail, mine + 1, memory_order_release);
  }
  return sum;
}
