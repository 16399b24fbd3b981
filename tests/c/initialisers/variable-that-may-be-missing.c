// Only the linker knows whether there is a weak variable.
#include <pthread.h>
#include <stddef.h>
extern int hook __attribute__((weak));
int shared;

void *worker(void *unused) {
  if (&hook == NULL) // OBSTACLE
    shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  return 0;
}
