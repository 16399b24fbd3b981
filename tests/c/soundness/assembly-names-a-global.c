// Assembly may name what has linkage.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  __asm__ volatile("incl shared(%%rip)" ::: "memory"); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
