// pepsin: exploration=off
// What `putenv` was given is part of the environment.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

char variable[] = "K=1";
char seen;

static void *worker(void *argument) {
  char *value = getenv("K"); // RACE
  if (value) {
    seen = *value; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  putenv(variable);
  pthread_create(&thread, NULL, worker, NULL);
  variable[2] = '2'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
