// `setvbuf` refuses a mode that there is not (C17 7.21.5.6).
#include <pthread.h>
#include <stdio.h>
int data;

void *worker(void *unused) {
  data++; // RACE
  return NULL;
}

int main(void) {
  int refused = setvbuf(stdout, NULL, 99, 0);
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (refused)
    data++; // RACE
  pthread_join(id, NULL);
  return 0;
}
