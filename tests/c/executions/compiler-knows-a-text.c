// A text counts as constant, unless the compiler is another one.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__builtin_constant_p("text"))
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
