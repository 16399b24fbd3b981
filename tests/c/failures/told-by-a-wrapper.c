// A function of the program passes on that there is no thread; who forgets the other thread then, races with it.
#include <pthread.h>
#include <stdio.h>
int counter;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  return NULL;
}

void *idle(void *unused) { return NULL; }

static int start(pthread_t *id, void *(*routine)(void *)) {
  int error = pthread_create(id, NULL, routine, NULL);
  if (error)
    fprintf(stderr, "error %d\n", error);
  return error ? -1 : 0;
}

int main(void) {
  pthread_t one, two;
  if (start(&one, worker) < 0)
    return 1;
  if (start(&two, idle) < 0) {
    counter = 0; // RACE REACHABLE
    return 1;
  }
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  counter++; // NORACE
  return 0;
}
