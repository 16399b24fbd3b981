// What is swapped in pairs is not what it was before.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <unistd.h>

int counter;

void *worker(void *unused) {
  counter++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char from[2] = {1, 0}, to[2];
  pthread_create(&id, NULL, worker, NULL);
  swab(from, to, 2);
  if (to[1] == 1)
    counter = 1; // RACE
  pthread_join(id, NULL);
  return 0;
}
