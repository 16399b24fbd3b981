// An atomic store is as wide as the type of its operand, however narrow the elements of the array are.
#include <pthread.h>
char bytes[8];

static void *worker(void *unused) {
  __atomic_store_n((int *)bytes, 1, __ATOMIC_SEQ_CST); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  bytes[2] = 2; // RACE
  bytes[5] = 2; // NORACE
  return 0;
}
