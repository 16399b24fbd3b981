// Nothing is read from a negative descriptor.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  char byte;
  if (read(-1, &byte, 1) != -1)
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
