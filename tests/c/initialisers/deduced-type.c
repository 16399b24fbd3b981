// The type of an object may come from its initialiser at file scope, too.
#include <pthread.h>
#include <stddef.h>
__auto_type number = 3.5;
static __auto_type pointer = &number;
int shared;

void *worker(void *unused) {
  if (*pointer == 3.5)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
