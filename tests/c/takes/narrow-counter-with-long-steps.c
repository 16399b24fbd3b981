// Four steps of 64 come around: the fifth worker gets the number of the first one.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

void *worker(void *unused) {
  unsigned char i = atomic_fetch_add(&next, 64);
  items[i]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 5; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
