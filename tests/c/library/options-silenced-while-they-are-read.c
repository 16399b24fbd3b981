// `getopt` looks whether it shall complain.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

char *words[] = {"a", "-x", 0};
int seen;

static void *worker(void *unused) {
  seen = getopt(2, words, "y"); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  opterr = 0; // RACE
  pthread_join(thread, NULL);
  return 0;
}
