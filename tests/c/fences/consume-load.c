// What does not depend on the value that a load with consume found is not ordered.
// (Executions take consume for acquire, as compilers do.)
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *worker(void *unused) {
  data = 1; // RACE
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_consume))
    ;
  return data; // RACE REACHABLE
}
