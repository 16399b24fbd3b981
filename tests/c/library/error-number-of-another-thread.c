// pepsin: exploration=off
// The address of `errno` is that of one thread's; calls of the library may set it.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

int *place;

static void *worker(void *argument) {
  *place = 1; // RACE
  errno = 3;
  return NULL;
}

int main(void) {
  pthread_t thread;
  place = &errno;
  pthread_create(&thread, NULL, worker, NULL);
  errno = 2; // RACE
  close(7); // RACE
  pthread_join(thread, NULL); // IMPRECISE
  return 0;
}
