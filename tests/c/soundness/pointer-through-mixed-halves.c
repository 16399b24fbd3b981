// The halves of an address are changed one by one, and back.
#include <pthread.h>
int shared, other;
int *handed_out = &other;
unsigned low, high;

void *worker(void *unused) {
  unsigned long whole = ((unsigned long)(high - 7) << 32) | (low ^ 0x5a5a);
  *(int *)whole = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  low = (unsigned)(unsigned long)&shared ^ 0x5a5a;
  high = (unsigned)((unsigned long)&shared >> 32) + 7;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  *handed_out = 3; // NORACE
  return 0;
}
