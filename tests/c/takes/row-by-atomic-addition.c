// An atomic addition gives each worker a row of its own.
#include <pthread.h>
#include <stdatomic.h>
atomic_ulong next;
struct row {
  int left, right;
} rows[100];

void *worker(void *unused) {
  unsigned long index = atomic_fetch_add(&next, 1);
  if (index < 100) {
    rows[index].left = 1;  // NORACE
    rows[index].right = 2; // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
