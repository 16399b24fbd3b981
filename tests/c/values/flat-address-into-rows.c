// All rows are counted through from the address of the first one on.
#include <pthread.h>
int rows[4][8];

void *worker(void *unused) {
  rows[3][2] = 1; // RACE
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 0; i < 32; i++)
    *(rows[0] + i) = 3; // RACE
  pthread_join(thread, NULL);
  return 0;
}
