// A variable that was set has that value.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  setenv("MODE", "a", 1);
  const char *value = getenv("MODE");
  if (value != NULL && value[0] == 'a' && value[1] == 0)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
