// The buffer changes when it is written out.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/uio.h>

char buffer[16];
struct iovec parts[] = {{buffer, sizeof buffer}};

static void *worker(void *unused) {
  writev(1, parts, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  buffer[0] = 1;
  return 0;
}
