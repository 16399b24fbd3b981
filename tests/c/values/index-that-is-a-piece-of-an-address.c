// An index moves a pointer within its object, whatever the index is made of.
#include <pthread.h>
int table[8], other;
union {
  int *pointer;
  int number;
} piece;

void *worker(void *unused) {
  other = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  piece.pointer = &other;
  pthread_create(&id, NULL, worker, NULL);
  table[piece.number & 7] = 2; // NORACE
  *(table + (piece.number & 7)) = 3; // NORACE
  return 0;
}
