// A date as text is that of the C locale.
#include <pthread.h>
#include <string.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  time_t moment = 86400 * 59 + 3723;
  char text[64];
  pthread_t id;
  if (strftime(text, sizeof text, "%a %e %b %Y %I:%M:%S %p", gmtime(&moment)) != 27)
    return 1;
  if (strcmp(text, "Sun  1 Mar 1970 01:02:03 AM") != 0)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
