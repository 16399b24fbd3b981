// The numbers of a ticket lock begin anew all the time: those who wait have different ones.
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uchar next, serving;
};

static struct ticket_lock lock;
static int data;

static void acquire(struct ticket_lock *lock) {
  unsigned char number = atomic_fetch_add_explicit(&lock->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&lock->serving, memory_order_acquire) != number)
    ;
}

static void release(struct ticket_lock *lock) {
  atomic_fetch_add_explicit(&lock->serving, 1, memory_order_release);
}

static void *worker(void *unused) {
  for (;;) {
    acquire(&lock);
    data++; // NORACE
    release(&lock);
  }
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
