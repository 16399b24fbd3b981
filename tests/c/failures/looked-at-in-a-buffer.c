// What is stored as a record is looked at as a byte of the variable in which it lies.
#include <pthread.h>
int shared;
struct header { int error; };

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  char buffer[64];
  struct header *header = (struct header *)buffer;
  header->error = pthread_create(&two, NULL, idle, NULL);
  if (buffer[0])
    shared++; // RACE REACHABLE
  pthread_join(one, NULL);
  return 0;
}
