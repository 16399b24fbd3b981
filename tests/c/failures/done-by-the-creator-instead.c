// Where there is no thread, main does its work.
#include <pthread.h>
int counter;

void *worker(void *unused) {
  counter++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int is_threaded = 1;
  if (pthread_create(&id, NULL, worker, NULL)) {
    is_threaded = 0;
    worker(NULL);
  }
  if (is_threaded)
    pthread_join(id, NULL);
  return counter; // NORACE
}
