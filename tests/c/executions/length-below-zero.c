// A length that is less than zero leads out of the object, also where the sum with an address lies in it again.
#include <pthread.h>
#include <string.h>
int shared;
char text[64];

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  long length = -8;
  memset(text + 8, 0, length); // ENDS
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
