// The same memory holds the address and the index: who follows the address races.
#include <pthread.h>
int table[8], other;
union {
  int *pointer;
  int number;
} piece;

void *worker(void *unused) {
  other = 1; // RACE
  table[3] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  piece.pointer = &other;
  pthread_create(&id, NULL, worker, NULL);
  *(table + (piece.number & 7)) = 2; // RACE
  *piece.pointer = 3; // RACE
  return 0;
}
