// The flags of floating-point exceptions belong to each thread.
#include <fenv.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *worker(void *unused) {
  fenv_t environment;
  feholdexcept(&environment); // NORACE
  feclearexcept(FE_ALL_EXCEPT);
  pthread_mutex_lock(&lock);
  shared += fetestexcept(FE_OVERFLOW) != 0; // NORACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
