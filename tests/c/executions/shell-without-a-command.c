// Without a command, it is asked whether there is a shell, which is no error.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (system(NULL) == -1) // ENDS
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
