// Nor does an atomic operator give its bits.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  unsigned long name = pthread_self();
  if (__atomic_and_fetch(&name, 0xffff, __ATOMIC_SEQ_CST) == 0x1234) // ENDS
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
