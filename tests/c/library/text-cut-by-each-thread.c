// pepsin: exploration=off
// `strsep` writes into the text of each thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static void *worker(void *argument) {
  char text[] = "a,b";
  char *rest = text;
  strsep(&rest, ",");
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
