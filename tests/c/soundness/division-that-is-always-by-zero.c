// What comes behind a division by what is always zero is dead only because of that; another one in the same statement has a result.
#include <pthread.h>
int none;
int two = 2;
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int quotient = 5 / two + 7 % none; // OBSTACLE
  shared = 2;
  pthread_join(id, NULL);
  return quotient;
}
