// The first byte of the number wraps around by itself: the number becomes 0, not 256.
#include <pthread.h>
int number = 255, shared;

void *worker(void *unused) {
  __atomic_fetch_add((unsigned char *)&number, 1, __ATOMIC_SEQ_CST);
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__atomic_load_n(&number, __ATOMIC_SEQ_CST) == 256)
    shared = 2;
  pthread_join(id, NULL);
  return 0;
}
