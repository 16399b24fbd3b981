// What is put out is one byte of the argument.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (putchar(256 + 'a') == 256 + 'a')
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
