// What a cancelled thread did lies behind it for who joins it.
#include <pthread.h>
#include <unistd.h>

int counter;

static void *worker(void *argument) {
  while (1) {
    counter++; // NORACE
    sleep(1);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  counter++; // NORACE REACHABLE
  return 0;
}
