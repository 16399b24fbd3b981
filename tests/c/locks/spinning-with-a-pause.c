// A thread that spins tells the processor so.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int lock;
static int shared;

static void *worker(void *unused) {
  while (atomic_exchange(&lock, 1))
    __builtin_ia32_pause();
  shared++; // NORACE
  atomic_store(&lock, 0);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
