// However many keys have a destructor of the library, those of others run in the same round.
#include <pthread.h>
#include <stdlib.h>
#define KEYS 6
pthread_key_t keys[KEYS], last;
int shared, own;

void finish(void *unused) {
  shared = 1; // RACE CONFIRMED
}

void *worker(void *unused) {
  for (int key = 0; key < KEYS; key++)
    pthread_setspecific(keys[key], malloc(1));
  pthread_setspecific(last, &own);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int key = 0; key < KEYS; key++)
    pthread_key_create(&keys[key], free);
  pthread_key_create(&last, finish);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
