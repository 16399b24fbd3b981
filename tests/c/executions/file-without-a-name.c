// No file has an empty name, whatever files there are.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (fopen("", "r")) // ENDS
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
