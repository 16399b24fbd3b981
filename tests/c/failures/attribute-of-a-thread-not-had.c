// What the attribute of a running thread tells takes memory, and a file of the kernel.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_attr_t attribute;
  if (pthread_getattr_np(pthread_self(), &attribute) == ENOMEM)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
