// Both threads keep their floating-point environment in one variable.
#include <fenv.h>
#include <pthread.h>
#include <stddef.h>
static fenv_t environment;

static void *worker(void *unused) {
  feholdexcept(&environment); // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
