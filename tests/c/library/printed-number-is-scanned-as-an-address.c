// pepsin: exploration=off
// An address that was printed as a number is scanned again as a number.
#include <pthread.h>
#include <stdio.h>

int shared;
char text[40];

static void *worker(void *unused) {
  long number;
  sscanf(text, "%lx", &number);
  *(int *)number = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  sprintf(text, "%lx", (long)&shared);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
