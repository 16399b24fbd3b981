// pepsin: memory-model=c11
// A plain store of another thread ends a release sequence.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;

void *producer(void *unused) {
  data = 1; // RACE CONFIRMED
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

void *stranger(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return NULL;
}

void *consumer(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    data = 2; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, producer, NULL);
  pthread_create(&ids[1], NULL, consumer, NULL);
  pthread_create(&ids[2], NULL, stranger, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
