// pepsin: memory-model=c11
// A later store of the thread that released goes on with its release sequence (C11 5.1.2.4p10).
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;

void *producer(void *unused) {
  data = 1; // IMPRECISE
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return NULL;
}

void *consumer(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    data = 2; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, producer, NULL);
  pthread_create(&ids[1], NULL, consumer, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
