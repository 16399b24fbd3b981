// A pointer is hidden by an exclusive or and found again.
#include <pthread.h>
int shared;
unsigned long hidden;

void *worker(void *unused) {
  int *pointer = (int *)(hidden ^ 0x5a5aUL);
  *pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  hidden = (unsigned long)&shared ^ 0x5a5aUL;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
