// A shift into the sign bit wraps: compilers define what C leaves open.
#include <pthread.h>
int negative, zero, never;

void *worker(void *unused) {
  unsigned bits = 0xffffff;
  int two = 2, one = 1;
  if ((int)(bits << 8) < 0 && (0x7fffff << 9) < 0 && (one << 31) < 0)
    negative++; // RACE
  if ((two << 31) == 0)
    zero++; // RACE
  if ((one << 31) > 0)
    never++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  negative++; // RACE
  zero++; // RACE
  never++; // NORACE
  pthread_join(id, NULL);
  return 0;
}
