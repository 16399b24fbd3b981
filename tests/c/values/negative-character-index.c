// A plain character may be negative.
#include <pthread.h>
int counts[256];
char letter = (char)0xff;

void *worker(void *unused) {
  counts[127] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int *middle = counts + 128;
  middle[(int)letter] = 2; // RACE
  return 0;
}
