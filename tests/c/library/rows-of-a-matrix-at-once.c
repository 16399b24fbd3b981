// Rows of a matrix lie side by side: a call that asks for more bytes than those of one touches the next ones.
#include <stdio.h>
#include <pthread.h>
#include <unistd.h>

int matrix[4][8], other[4][8], third[4][8];
size_t some;

void *worker(void *unused) {
  read(0, matrix[0], sizeof matrix);                    // RACE
  fread(other[1], sizeof(int), 16, stdin);              // RACE
  write(1, third[0], some);                             // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  scanf("%zu", &some);
  pthread_create(&id, NULL, worker, NULL);
  matrix[2][3] = 1; // RACE
  other[2][7] = 1;  // RACE
  third[3][7] = 1;  // RACE
  pthread_join(id, NULL);
  return 0;
}
