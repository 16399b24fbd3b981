// Where a variable lies is up to the linker: an execution in which it lies elsewhere does not race.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  if ((unsigned long)&shared < 0x108000)
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
