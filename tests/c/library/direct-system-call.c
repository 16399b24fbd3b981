// A direct system call without a pointer touches no memory.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
long ids[2];

static void *worker(void *argument) {
  long *id = argument;
  *id = syscall(SYS_gettid); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &ids[0]);
  pthread_create(&second, NULL, worker, &ids[1]);
  return 0;
}
