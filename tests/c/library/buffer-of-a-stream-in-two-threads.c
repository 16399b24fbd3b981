// pepsin: exploration=off
// A stream writes to the buffer that it was given under its own lock.
#include <pthread.h>
#include <stdio.h>

char buffer[BUFSIZ];

static void *worker(void *argument) {
  puts("text"); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  buffer[0] = 1;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
