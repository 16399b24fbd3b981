// The index stops at the last element.
#include <pthread.h>
int cells[256];

void *worker(void *unused) {
  unsigned char index = 255;
  cells[index] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  cells[0] = 2; // NORACE
  return 0;
}
