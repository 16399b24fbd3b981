// A stream may be opened in this mode.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (fopen("a", "rb"))
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
