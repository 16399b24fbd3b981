// memset ends right before the field.
#include <pthread.h>
#include <stddef.h>
#include <string.h>
struct {
  char head[12];
  int tail;
} block;

void *worker(void *unused) {
  block.tail = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  memset(&block, 0, 12); // NORACE
  return 0;
}
