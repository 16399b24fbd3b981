// localtime gives the same buffer to all threads.
#include <pthread.h>
#include <time.h>
int hours[2];

static void *worker(void *argument) {
  int *hour = argument;
  time_t now = time(NULL);
  struct tm *local = localtime(&now); // RACE
  *hour = local->tm_hour; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &hours[0]);
  pthread_create(&second, NULL, worker, &hours[1]);
  return 0;
}
