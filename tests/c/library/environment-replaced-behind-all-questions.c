// The environment is replaced when nobody asks any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

char text[] = "A=1";
char *texts[] = {text, 0};
int seen;

static void *worker(void *unused) {
  seen = getenv("A") != NULL;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  environ = texts;
  return 0;
}
