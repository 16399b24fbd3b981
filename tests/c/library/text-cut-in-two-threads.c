// pepsin: exploration=off
// `strsep` writes into the text.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

char text[] = "a,b";

static void *worker(void *argument) {
  char *rest = text;
  strsep(&rest, ","); // RACE
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
