// What the clock shows is written where the argument points to, also where nobody takes the result.
#include <pthread.h>
#include <time.h>
time_t last;

void *worker(void *unused) {
  time(&last); // RACE CONFIRMED
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
