// A number that the text gives is constant.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (!__builtin_constant_p(2 + 3))
    shared = 2; // NORACE
  pthread_join(id, NULL);
  return 0;
}
