// Assembly is given a private record that holds the address of shared memory.
#include <pthread.h>
int shared;
struct request {
  int *target;
};

void *worker(void *unused) {
  struct request request = {&shared};
  __asm__ volatile("movq (%0), %%rax; incl (%%rax)" ::"r"(&request) : "rax", "memory"); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
