// A thread may write to any byte of the memory that is its stack.
#include <pthread.h>
#include <string.h>

char stack[65536] __attribute__((aligned(4096)));

void *worker(void *unused) {
  volatile int local = 1;
  local++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof stack); // OBSTACLE
  pthread_create(&id, &attributes, worker, NULL);
  memset(stack, 0, sizeof stack);
  pthread_join(id, NULL);
  return 0;
}
