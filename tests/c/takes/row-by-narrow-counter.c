// A counter of 32 bits gives each worker rows of its own: who gets a number that is too great takes no other one, so the counter never comes around.
#include <pthread.h>
#include <stdatomic.h>
enum { ROWS = 1000 };
atomic_int next;
int rows[ROWS];

void *worker(void *unused) {
  for (;;) {
    int i = atomic_fetch_add(&next, 1);
    if (i >= ROWS)
      return NULL;
    rows[i] = i * i; // NORACE
  }
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  worker(NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
