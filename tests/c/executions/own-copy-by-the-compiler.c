// The function of the compiler is not the one that the program makes of it.
#include <pthread.h>
#include <stddef.h>
int shared;

void *memcpy(void *to, const void *from, size_t count) {
  return __builtin___memcpy_chk(to, from, count, __builtin_object_size(to, 0));
}

void *worker(void *unused) {
  int one = 1;
  int mine;
  memcpy(&mine, &one, sizeof one);
  shared = mine; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  int two = 2;
  pthread_create(&id, NULL, worker, NULL);
  shared = two; // RACE
  pthread_join(id, NULL);
  return 0;
}
