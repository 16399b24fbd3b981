// A thread may have any number.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  switch (pthread_self()) { // ENDS
  default: return NULL;
  case 0x7f0012345640: break;
  }
  if (unused == NULL)
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
