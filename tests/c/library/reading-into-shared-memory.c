// scanf writes through its arguments.
#include <pthread.h>
#include <stdio.h>
int number;

void *worker(void *unused) {
  return (void *)(long)number; // RACE
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (scanf("%d", &number) != 1) // RACE
    return 1;
  return 0;
}
