// Nobody has the buffer any more when `main` ends.
#include <pthread.h>
#include <stdio.h>
char buffer[64];

static void *worker(void *unused) {
  buffer[0] = 'a';
  return NULL;
}

int main(void) {
  pthread_t thread;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
