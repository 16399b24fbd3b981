// A ticket lock with counters of 32 bits, which any number of threads take again and again: fewer of them wait than there are numbers.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ticket_lock {
  atomic_uint next, serving;
};

static struct ticket_lock lock;
static long data;

static void acquire(struct ticket_lock *lock) {
  unsigned number = atomic_fetch_add(&lock->next, 1);
  while (atomic_load(&lock->serving) != number)
    ;
}

static void release(struct ticket_lock *lock) {
  unsigned serving = atomic_load_explicit(&lock->serving, memory_order_relaxed);
  atomic_store_explicit(&lock->serving, serving + 1, memory_order_release);
}

static void *worker(void *unused) {
  for (int i = 0; i < 100000; i++) {
    acquire(&lock);
    data++; // NORACE
    release(&lock);
  }
  return NULL;
}

int main(int count, char **arguments) {
  int threads = count > 1 ? atoi(arguments[1]) : 4;
  for (int i = 0; i < threads; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
  }
  return 0;
}
