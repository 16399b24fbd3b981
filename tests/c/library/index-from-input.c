// A number that was read may be any index.
#include <pthread.h>
#include <stdio.h>
int cells[4];

void *worker(void *unused) {
  cells[2] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int index = 0;
  if (scanf("%d", &index) != 1 || index < 0 || index > 3)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  cells[index] = 2; // RACE
  return 0;
}
