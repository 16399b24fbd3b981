// The program declares that `clock_gettime` is given bytes: the library writes a whole record all the same.
#include <pthread.h>

int clock_gettime(int clock, void *time);

static long time_and_more[2];

static void *work(void *unused) {
  clock_gettime(1, time_and_more); // RACE CONFIRMED
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  time_and_more[1] = 5; // RACE CONFIRMED
  pthread_join(thread, NULL);
  return 0;
}
