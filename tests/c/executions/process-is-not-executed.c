// What a process does that is made is not executed, and the reason is told.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  if (fork() == 0) // ENDS
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
