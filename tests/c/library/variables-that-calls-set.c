// What the program stored to a variable of the library is gone behind a call that sets it.
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
char *no_environment[1];
int counter;

void *worker(void *unused) {
  counter++; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  optind = 1;
  getopt(count, arguments, "a");
  if (optind != 1)
    counter = 1; // RACE
  timezone = 12345;
  tzset();
  if (timezone != 12345)
    counter = 2; // RACE
  signgam = 0;
  lgamma(count - 1.5);
  if (signgam)
    counter = 3; // RACE
  environ = no_environment;
  setenv("A", "b", 1);
  if (environ != no_environment)
    counter = 4; // RACE
  pthread_join(id, NULL);
  return 0;
}
