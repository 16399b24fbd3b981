// No character is greater than 255.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (getchar() > 255)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
