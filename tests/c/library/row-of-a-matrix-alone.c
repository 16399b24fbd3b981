// Twin of rows-of-a-matrix-at-once.c: a call that asks for one row touches no other one.
#include <stdio.h>
#include <pthread.h>
#include <unistd.h>

int matrix[4][8], other[4][8], third[4][8];

void *worker(void *unused) {
  read(0, matrix[0], sizeof matrix[0]);        // NORACE
  fread(other[1], sizeof(int), 8, stdin);      // NORACE
  write(1, third[0], sizeof(int));             // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  matrix[2][3] = 1; // NORACE
  other[2][7] = 1;  // NORACE
  third[3][7] = 1;  // NORACE
  pthread_join(id, NULL);
  return 0;
}
