// A warning reads the name of the program.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <pthread.h>

char name[] = "a";

static void *worker(void *unused) {
  warnx("b"); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  program_invocation_short_name = name;
  pthread_create(&thread, NULL, worker, NULL);
  name[0] = 'c'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
