// Between the number that each worker looks at and the next one, it takes another one without a look.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

void *worker(void *unused) {
  for (;;) {
    unsigned char i = atomic_fetch_add(&next, 1);
    atomic_fetch_add(&next, 1);
    if (i >= 254)
      return NULL;
    items[i]++; // RACE
  }
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
