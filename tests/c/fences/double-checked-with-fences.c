// Double-checked locking by fences.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int made;
int instance;

int get(void) {
  if (!atomic_load_explicit(&made, memory_order_relaxed)) {
    pthread_mutex_lock(&m);
    if (!atomic_load_explicit(&made, memory_order_relaxed)) {
      instance = 7; // NORACE
      atomic_thread_fence(memory_order_release);
      atomic_store_explicit(&made, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&m);
  }
  atomic_thread_fence(memory_order_acquire);
  return instance; // NORACE REACHABLE
}

void *worker(void *unused) {
  get();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
