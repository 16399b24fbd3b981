// `writev` reads the buffers that a table leads to.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/uio.h>

char buffer[16];
struct iovec parts[] = {{buffer, sizeof buffer}};

static void *worker(void *unused) {
  writev(1, parts, 1); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  buffer[0] = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
