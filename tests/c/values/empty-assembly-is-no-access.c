// An empty template with a memory clobber is a barrier for the compiler only.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  __asm__ volatile("" ::: "memory");
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __asm__ volatile("" ::: "memory");
  return 0;
}
