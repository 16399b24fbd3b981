// Each thread has memory of its own, which a destructor of the library releases.
#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;

void *worker(void *unused) {
  int *own = malloc(sizeof *own);
  if (!own)
    return NULL;
  pthread_setspecific(key, own);
  *own = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_key_create(&key, free);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
