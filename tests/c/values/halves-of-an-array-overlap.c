// The upper loop starts one element too low.
#include <pthread.h>
int cells[100];

void *worker(void *unused) {
  for (int i = 0; i < 50; i++)
    cells[i] = i; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int i = 49; i < 100; i++)
    cells[i] = i; // RACE
  return 0;
}
