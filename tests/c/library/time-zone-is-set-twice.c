// pepsin: exploration=off
// `tzset` changes variables of the library under a lock of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void *one(void *argument) {
  tzset(); // NORACE
  return NULL;
}

static void *two(void *argument) {
  tzset(); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  long seen = timezone;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return (int)seen;
}
