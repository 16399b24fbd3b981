// The zone changes when nobody looks at it any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

char zone[] = "TZ=UTC";
time_t seen;

static void *worker(void *unused) {
  struct tm date = {0};
  seen = mktime(&date);
  return NULL;
}

int main(void) {
  pthread_t thread;
  putenv(zone);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  zone[3] = 'X';
  return 0;
}
