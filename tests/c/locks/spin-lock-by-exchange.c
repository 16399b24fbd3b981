// A spin lock made of an atomic exchange.
#include <pthread.h>
#include <stdatomic.h>
atomic_flag taken = ATOMIC_FLAG_INIT;
int shared;

void *worker(void *unused) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
    ;
  shared++; // NORACE
  atomic_flag_clear_explicit(&taken, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
