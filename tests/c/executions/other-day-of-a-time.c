// The first day of 1970 was no Friday.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  time_t start = 0;
  struct tm date;
  if (gmtime_r(&start, &date)->tm_wday == 5)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
