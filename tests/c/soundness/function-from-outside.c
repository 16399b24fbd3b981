// A function whose address comes from outside of the program returns, and what follows is done.
#include <pthread.h>

extern int (*callback(void))(void);

int counter;

static void *worker(void *argument) {
  int (*call)(void) = callback();
  call();
  counter++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
