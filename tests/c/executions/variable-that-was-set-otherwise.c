// A variable that was set has no other value.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  setenv("MODE", "b", 1);
  const char *value = getenv("MODE");
  if (value == NULL || value[0] == 'a')
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
