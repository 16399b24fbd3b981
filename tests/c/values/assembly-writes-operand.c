// Inline assembly writes its output operands.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  __asm__ volatile("movl $1, %0" : "=m"(shared)); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
