// The error is kept as thread-specific data.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, (void *)(long)pthread_create(&two, NULL, idle, NULL));
  if (pthread_getspecific(key))
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
