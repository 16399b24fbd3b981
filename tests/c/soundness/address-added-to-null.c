// What is added to the null pointer may be the whole address.
#include <pthread.h>
#include <stddef.h>
int shared, other;
int *handed_out = &other;
unsigned long place;

void *worker(void *unused) {
  int *pointer = (int *)((char *)0 + place);
  *pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  place = (unsigned long)&shared;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  *handed_out = 3; // NORACE
  return 0;
}
