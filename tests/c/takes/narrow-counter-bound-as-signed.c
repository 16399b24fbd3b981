// The sixth worker gets 136, which is negative for it, so that it goes on, to an element that the first one has.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[100];

void *worker(void *unused) {
  for (;;) {
    signed char i = atomic_fetch_add(&next, 17);
    if (i >= 60)
      return NULL;
    if (i >= 0) {
      items[i]++;      // RACE
      items[i + 16]++; // RACE
    }
  }
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 6; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
