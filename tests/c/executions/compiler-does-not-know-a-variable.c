// A compiler that does not optimise looks at no variable.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int number = 3;
  pthread_create(&id, NULL, worker, NULL);
  if (!__builtin_constant_p(number))
    shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
