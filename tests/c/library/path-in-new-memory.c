// pepsin: exploration=off
// Memory that the library made for the program is memory like other.
#include <pthread.h>
#include <stdlib.h>

char *path;

static void *worker(void *argument) {
  path[0] = 'x'; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  path = realpath("/", NULL);
  if (!path) {
    return 1;
  }
  pthread_create(&thread, NULL, worker, NULL);
  path[0] = 'y'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
