// Nobody reads options when they are silenced.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

char *words[] = {"a", "-x", 0};
int seen;

static void *worker(void *unused) {
  seen = getopt(2, words, "y");
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  opterr = 0;
  return 0;
}
