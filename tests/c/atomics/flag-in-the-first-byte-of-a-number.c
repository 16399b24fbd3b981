// pepsin: exploration=off
// `__atomic_test_and_set` and `__atomic_clear` work on one byte, whatever the type (GCC, "Built-in Functions for Memory Model Aware
// Atomic Operations").
#include <pthread.h>
#include <stdatomic.h>
int flag = 0x100;
int shared;

static void *racer(void *argument) {
  shared++; // RACE
  return argument;
}

int main(void) {
  pthread_t id;
  if (!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST) && flag == 0x101) {
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    if (flag == 0x100) {
      pthread_create(&id, NULL, racer, NULL);
      shared++; // RACE
      pthread_join(id, NULL);
    }
  }
  return 0;
}
