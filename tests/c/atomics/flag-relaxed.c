// A relaxed load gives no order, even if it saw the flag.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *worker(void *unused) {
  data = 1; // RACE
  atomic_store_explicit(&flag, 1, memory_order_release); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) // NORACE
    ;
  return data; // RACE REACHABLE
}
