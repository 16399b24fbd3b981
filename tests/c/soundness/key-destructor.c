// The destructor of thread-specific data runs in the ending thread.
#include <pthread.h>
pthread_key_t key;
int shared;

static void destroy(void *value) { *(int *)value = 1; } // RACE

void *worker(void *unused) {
  pthread_setspecific(key, &shared);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&key, destroy);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
