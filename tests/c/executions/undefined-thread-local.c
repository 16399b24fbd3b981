// What the program does not define may hold anything.
#include <pthread.h>
extern _Thread_local int elsewhere;
int shared;

void *worker(void *unused) {
  if (elsewhere == 0) // ENDS
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
