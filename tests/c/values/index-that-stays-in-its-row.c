// An index that stays inside of a row leads to no other one, also where its end is not known.
#include <pthread.h>
int table[4][4];
int columns;

void *worker(void *unused) {
  for (int i = 0; i < 4; i++)
    table[0][i] = 1; // NORACE
  for (int i = 0; i < columns; i++)
    table[0][i] = 2; // NORACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  columns = count;
  pthread_create(&id, NULL, worker, NULL);
  table[1][1] = 2; // NORACE
  pthread_join(id, NULL);
  return 0;
}
