// A warning begins with the name of the program, which is a variable.
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
  pthread_create(&thread, NULL, worker, NULL);
  program_invocation_short_name = name; // RACE
  pthread_join(thread, NULL);
  return 0;
}
