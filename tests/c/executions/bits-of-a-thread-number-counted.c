// A builtin looks at the bits, too.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  if (__builtin_popcountl(pthread_self()) == 20) // ENDS
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
