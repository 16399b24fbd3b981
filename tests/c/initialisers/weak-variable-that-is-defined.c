// A weak variable that the program defines is there.
#include <pthread.h>
#include <stddef.h>
int hook __attribute__((weak)) = 1;
int shared;

void *worker(void *unused) {
  if (&hook == NULL)
    shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // NORACE
  return 0;
}
