// The buffer is read when it is filled.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/uio.h>

char buffer[16];
struct iovec parts[] = {{buffer, sizeof buffer}};
char seen;

static void *worker(void *unused) {
  readv(0, parts, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  seen = buffer[0];
  return 0;
}
