// An unsigned index wraps around to the first element.
#include <pthread.h>
int cells[256];

void *worker(void *unused) {
  unsigned char index = 255;
  index++;
  cells[index] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  cells[0] = 2; // RACE
  return 0;
}
