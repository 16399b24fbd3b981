// pepsin: memory-model=c11 exploration=off
// The release orders nothing, whatever names the lock.
#include <pthread.h>
#include <stdatomic.h>
struct spin_lock {
  int rounds;
  atomic_int taken;
};
struct account {
  long balance;
  struct spin_lock lock;
};
struct account account;

static void acquire(struct spin_lock *lock) {
  do {
    while (atomic_load_explicit(&lock->taken, memory_order_relaxed)) {
    }
  } while (atomic_exchange_explicit(&lock->taken, 1, memory_order_acquire));
}

static void release(struct spin_lock *lock) {
  atomic_store_explicit(&lock->taken, 0, memory_order_relaxed);
}

void *worker(void *argument) {
  struct account *mine = argument;
  acquire(&mine->lock);
  mine->balance++; // RACE
  release(&mine->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &account);
  pthread_create(&second, NULL, worker, &account);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
