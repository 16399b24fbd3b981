// Which function is called depends on whether there is a thread.
#include <pthread.h>
int shared;
void go_on(void) {}
void give_up(void) { shared++; } // RACE CONFIRMED REACHABLE
void (*handlers[])(void) = {go_on, give_up};

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  int error = pthread_create(&two, NULL, idle, NULL);
  handlers[error != 0]();
  pthread_join(one, NULL);
  return 0;
}
