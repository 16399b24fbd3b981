// The first day of 1970 was a Thursday.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  time_t start = 0;
  struct tm date;
  if (gmtime_r(&start, &date)->tm_wday == 4 && date.tm_year == 70)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
