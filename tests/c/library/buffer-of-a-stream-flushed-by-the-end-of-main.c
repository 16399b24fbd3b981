// Behind `main`, buffers of streams are written out.
#include <pthread.h>
#include <stdio.h>
char buffer[64];

static void *worker(void *unused) {
  buffer[0] = 'a'; // RACE
  return NULL;
}

int main(void) { // RACE
  pthread_t thread;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
