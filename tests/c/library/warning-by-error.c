// `error` returns if its status is 0, although glibc declares it a second time, by another name, as never returning.
#include <error.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t one, other;
  error(0, 0, "a warning");
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
