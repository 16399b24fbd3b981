// A sibling that is started later is not ordered behind the end of the first.
#include <pthread.h>
int shared;

void *first(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *second(void *unused) {
  shared = 2; // RACE
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared; // NORACE REACHABLE
}
