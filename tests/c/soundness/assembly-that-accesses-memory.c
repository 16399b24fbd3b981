// pepsin: exploration=off
// What the assembly does with the memory that it is given the address of is not known.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __asm__ volatile("movl $2, (%0)" : : "r"(&shared) : "memory"); // OBSTACLE
  pthread_join(id, NULL);
  return 0;
}
