// pepsin: exploration=off
// A stream writes to the buffer that it was given.
#include <pthread.h>
#include <stdio.h>

char buffer[BUFSIZ];

static void *one(void *argument) {
  puts("text"); // RACE
  return NULL;
}

static void *two(void *argument) {
  buffer[0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
