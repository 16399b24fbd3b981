// What a lock teaches between the fence and the store is not published by it.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;
int written;
int data;

void *writer(void *unused) {
  data = 1; // RACE
  pthread_mutex_lock(&m);
  written = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *worker(void *unused) {
  atomic_thread_fence(memory_order_release);
  pthread_mutex_lock(&m);
  int seen = written;
  pthread_mutex_unlock(&m);
  if (seen)
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, writer, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_acquire);
  return data; // RACE REACHABLE
}
