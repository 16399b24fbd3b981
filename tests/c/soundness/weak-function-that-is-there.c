// A function that is declared weak and defined has an address.
#include <pthread.h>
int shared;
__attribute__((weak)) void hook(void);

void hook(void) {}

void *worker(void *unused) {
  if (!hook)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
