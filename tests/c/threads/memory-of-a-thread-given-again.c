// A variable of a thread that has ended may lie where one of a later thread does.
#include <pthread.h>
int *last;
_Thread_local int own;
int shared;

void *first(void *unused) {
  last = &own;
  return NULL;
}

void *heir(void *unused) {
  if (last == &own)
    shared++; // RACE REACHABLE
  return NULL;
}

void *other(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_join(one, NULL);
  pthread_create(&one, NULL, heir, NULL);
  pthread_create(&two, NULL, other, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
