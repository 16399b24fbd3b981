// Which number a key is, the program does not know; making it is a write.
#include <pthread.h>
pthread_key_t key;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&key, NULL);
  pthread_create(&id, NULL, worker, NULL);
  if (key != 0)
    shared = 2; // RACE
  return 0;
}
