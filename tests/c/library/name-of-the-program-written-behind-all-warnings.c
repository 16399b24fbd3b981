// The name of the program is written when nobody warns any more.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <pthread.h>

char name[] = "a";

static void *worker(void *unused) {
  warnx("b");
  return NULL;
}

int main(void) {
  pthread_t thread;
  program_invocation_short_name = name;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  name[0] = 'c';
  return 0;
}
