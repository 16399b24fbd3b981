// The arguments of printf are read.
#include <pthread.h>
#include <stdio.h>
char name[8] = "a";

void *worker(void *unused) {
  name[0] = 'b'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  printf("%s\n", name); // RACE
  return 0;
}
