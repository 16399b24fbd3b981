// The thread-specific value points to shared memory.
#include <pthread.h>
pthread_key_t key;
int shared, own;

void *worker(void *unused) {
  pthread_setspecific(key, &shared);
  int *value = pthread_getspecific(key);
  *value = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, &own);
  pthread_create(&id, NULL, worker, NULL);
  int *value = pthread_getspecific(key);
  *value = 2; // NORACE
  shared = 3; // RACE
  return 0;
}
