// The lowest bit of the pointer is a tag.
#include <pthread.h>
int shared;
unsigned long tagged;

void *worker(void *unused) {
  int *pointer = (int *)(tagged & ~1UL); // NORACE
  if (tagged & 1) // NORACE
    *pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  tagged = (unsigned long)&shared | 1; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
