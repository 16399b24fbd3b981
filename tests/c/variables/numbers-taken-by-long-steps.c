// pepsin: exploration=off
// Four steps of a quarter of all numbers and one more: the fifth worker starts at 4.
#include <pthread.h>
unsigned long next;
int items[16];

void *worker(void *unused) {
  unsigned long index = __atomic_fetch_add(&next, (1UL << 62) + 1, __ATOMIC_SEQ_CST);
  if (index < 4)
    items[index + 4]++; // RACE
  else if (index < 8)
    items[index]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 5; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
