// What two addresses are mixed to leads to both of their objects, and to no third one.
#include <pthread.h>
int first, second, third;
int *handed_out = &third;
unsigned long link;

void *worker(void *unused) {
  int *pointer = (int *)(link ^ (unsigned long)&second);
  *pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  link = (unsigned long)&first ^ (unsigned long)&second;
  pthread_create(&id, NULL, worker, NULL);
  first = 2; // RACE
  *handed_out = 3; // NORACE
  return 0;
}
