// Only the linker knows whether there is a weak function.
#include <pthread.h>
#include <stddef.h>
extern int hook(void) __attribute__((weak));
static int (*const probe)(void) = hook; // OBSTACLE
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void count(void) {
  if (probe)
    pthread_mutex_lock(&mutex);
  shared++;
  if (probe)
    pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  count();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  count();
  return 0;
}
