// A plain flag that is polled orders nothing.
#include <pthread.h>
int flag, data;

void *worker(void *unused) {
  data = 1; // RACE
  flag = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!flag) // RACE
    ;
  return data; // RACE REACHABLE
}
