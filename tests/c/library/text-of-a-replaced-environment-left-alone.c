// The text changes when nobody reads it any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

char text[] = "A=1";
char *texts[] = {text, 0};
char seen;

static void *worker(void *unused) {
  char *found = getenv("A");
  if (found)
    seen = *found;
  return NULL;
}

int main(void) {
  pthread_t thread;
  environ = texts;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  text[2] = '2';
  return 0;
}
