// Each of 300 workers takes one number, of which there are 256.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

void *worker(void *unused) {
  unsigned char i = atomic_fetch_add(&next, 1);
  items[i]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 300; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
