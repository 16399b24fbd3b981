// A sibling that is started behind the join of the first is ordered behind its end.
#include <pthread.h>
int shared;

void *first(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *second(void *unused) {
  shared = 2; // NORACE
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_join(a, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(b, NULL);
  return shared; // NORACE REACHABLE
}
