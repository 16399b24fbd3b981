// `mktime` reads the zone in the environment, which consists of what `putenv` was given.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

char zone[] = "TZ=UTC";
time_t seen;

static void *worker(void *unused) {
  struct tm date = {0};
  seen = mktime(&date); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  putenv(zone);
  pthread_create(&thread, NULL, worker, NULL);
  zone[3] = 'X'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
