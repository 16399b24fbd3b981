// A flat index reaches the next row.
#include <pthread.h>
int rows[2][4];

void *worker(void *unused) {
  int *flat = (int *)rows;
  flat[5] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  rows[1][1] = 2; // RACE
  return 0;
}
