// Rows lie side by side: an index that stays inside of the array counts through all of them.
#include <pthread.h>
int table[4][4];

void *worker(void *unused) {
  for (int i = 0; i < 16; i++)
    table[0][i] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  table[1][1] = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
