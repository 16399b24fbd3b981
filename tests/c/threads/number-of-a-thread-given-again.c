// The number of a thread that was joined may be that of a later one.
#include <pthread.h>
pthread_t ended;
int shared;

void *nothing(void *unused) { return NULL; }

void *heir(void *unused) {
  if (ended == pthread_self())
    shared++; // RACE REACHABLE
  return NULL;
}

void *other(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&ended, NULL, nothing, NULL);
  pthread_join(ended, NULL);
  pthread_create(&one, NULL, heir, NULL);
  pthread_create(&two, NULL, other, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
