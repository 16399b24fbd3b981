// pepsin: memory-model=c11 exploration=off
// Who finds its number without an order learns nothing of its predecessor.
#include <pthread.h>
#include <stdatomic.h>
struct ticket_lock {
  atomic_ulong next, serving;
};
struct ticket_lock lock;
int shared;

static void acquire(struct ticket_lock *ticket_lock) {
  unsigned long mine = atomic_fetch_add_explicit(&ticket_lock->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&ticket_lock->serving, memory_order_relaxed) != mine) {
  }
}

static void release(struct ticket_lock *ticket_lock) {
  unsigned long mine = atomic_load_explicit(&ticket_lock->serving, memory_order_relaxed);
  atomic_store_explicit(&ticket_lock->serving, mine + 1, memory_order_release);
}

void *worker(void *unused) {
  for (int round = 0; round < 10; round++) {
    acquire(&lock);
    shared++; // RACE
    release(&lock);
  }
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
