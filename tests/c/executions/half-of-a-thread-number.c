// Bits of a thread's number are those of one layout, through a union as well.
#include <pthread.h>
#include <stdint.h>
int shared;

union Name {
  pthread_t whole;
  uint16_t parts[4];
};

void *worker(void *unused) {
  union Name name;
  name.whole = pthread_self();
  if (name.parts[1] == 1) // ENDS
    shared = 1; // RACE
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
