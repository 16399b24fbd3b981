// Counters that come to the end of their types give no number twice, all the same: they do not come around to where they were.
#include <pthread.h>
#include <stdatomic.h>
atomic_int next = 2147483640;
atomic_uchar written;
int rows[1000], bytes[256];

void *worker(void *unused) {
  for (;;) {
    int i = atomic_fetch_add(&next, 1);
    if (i >= 1000)
      break;
    if (i >= 0)
      rows[i] = 1; // NORACE
  }
  for (;;) {
    int i = atomic_fetch_add(&written, 1);
    bytes[i] = 1; // NORACE
    if (i >= 100)
      return NULL;
  }
}

int main(void) {
  pthread_t first, second;
  written = 255;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  written = 254;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
