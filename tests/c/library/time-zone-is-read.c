// pepsin: exploration=off
// `tzset` changes variables of the library, which the program may read.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

long seen;

static void *one(void *argument) {
  tzset(); // RACE
  return NULL;
}

static void *two(void *argument) {
  seen = timezone; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
