// The next ticket is served before the work is done.
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next_ticket, now_serving;
int shared;

void *worker(void *unused) {
  unsigned mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != mine) {
  }
  atomic_fetch_add(&now_serving, 1);
  shared++; // RACE
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
