// The library asks for memory for the values of keys behind the first 32.
#include <pthread.h>
#include <threads.h>
int shared;
tss_t key;

void *worker(void *unused) {
  if (tss_set(key, &shared) != thrd_success)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
