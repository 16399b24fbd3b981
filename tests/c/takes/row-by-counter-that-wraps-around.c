// The counter has eight bits: after 256 workers it gives the same rows again.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
struct row {
  int left, right;
} rows[100];

void *worker(void *unused) {
  unsigned long index = atomic_fetch_add(&next, 1);
  if (index < 100) {
    rows[index].left = 1;  // RACE
    rows[index].right = 2; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 300; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
