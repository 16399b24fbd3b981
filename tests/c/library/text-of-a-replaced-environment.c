// `getenv` reads the texts that the environment consists of, and gives a place in one of them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

char text[] = "A=1";
char *texts[] = {text, 0};
char seen;

static void *worker(void *unused) {
  char *found = getenv("A"); // RACE
  if (found)
    seen = *found; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  environ = texts;
  pthread_create(&thread, NULL, worker, NULL);
  text[2] = '2'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
