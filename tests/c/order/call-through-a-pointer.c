// The pointer that is called is read before or behind the arguments, and what it calls may synchronise.
#include <pthread.h>
int counter;
pthread_t id;
int (*finish)(pthread_t, void **) = pthread_join;
void (*report)(int);

void quiet(int error) {}

void *worker(void *unused) {
  counter++;       // RACE REACHABLE
  report = quiet;  // RACE REACHABLE
  return NULL;
}

int main(void) {
  report = quiet; // NORACE REACHABLE
  pthread_create(&id, NULL, worker, NULL);
  report(finish(id, NULL) + counter); // RACE REACHABLE
  return 0;
}
