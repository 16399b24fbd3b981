// pepsin: exploration=off
// Each worker has eight numbers of its own: the counter does not wrap around.
#include <pthread.h>
unsigned long next;
int items[64];

void *worker(void *unused) {
  unsigned long index = __atomic_fetch_add(&next, 8, __ATOMIC_SEQ_CST);
  if (index < 48)
    items[index + 4]++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 5; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
