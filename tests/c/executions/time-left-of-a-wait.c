// The time that is left of a wait has less than a million microseconds beside its seconds.
#include <pthread.h>
#include <sys/select.h>
int left, never;

void *worker(void *unused) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  struct timeval time = {0, 1500000};
  if (select(1, &set, NULL, NULL, &time) < 1)
    return NULL;
  if (time.tv_sec == 1)
    left++; // RACE CONFIRMED
  if (time.tv_usec >= 1000000)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
