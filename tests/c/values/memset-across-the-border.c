// memset writes the first byte of the field.
#include <pthread.h>
#include <stddef.h>
#include <string.h>
struct {
  char head[12];
  int tail;
} block;

void *worker(void *unused) {
  block.tail = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  memset(&block, 0, 13); // RACE
  return 0;
}
