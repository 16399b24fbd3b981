// The initial value of a complex number is not computed: no proof may rest on it.
#include <pthread.h>
#include <stddef.h>
_Complex double number = 5; // OBSTACLE
int shared;

void *worker(void *unused) {
  if (__real__ number == 5)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  return 0;
}
