// Assembly that goes where a register points to does so without a clobber, too.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  int *pointer = &shared;
  __asm__ volatile("incl (%0)" : "+r"(pointer)); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
