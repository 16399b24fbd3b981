// A function whose address comes from outside of the program does not know the program's mutex.
#include <pthread.h>

extern int (*callback(void))(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *worker(void *argument) {
  int (*call)(void) = callback();
  pthread_mutex_lock(&mutex);
  call();
  counter++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
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
