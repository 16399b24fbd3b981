// A pause of the processor orders nothing: the lock is released before the access.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int lock;
static int shared;

static void *worker(void *unused) {
  while (atomic_exchange(&lock, 1))
    __builtin_ia32_pause();
  atomic_store(&lock, 0);
  shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
