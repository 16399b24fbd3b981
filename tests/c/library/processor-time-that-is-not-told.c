// Neither clock needs to be there (C17 7.27.2.1 and 7.27.2.4), so a search through all states cannot leave that out.
#include <pthread.h>
#include <time.h>
int told;

void *worker(void *unused) {
  told = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (clock() == (clock_t)-1)
    told = 2; // RACE
  if (time(NULL) == (time_t)-1)
    told = 3; // RACE
  pthread_join(id, NULL);
  return 0;
}
