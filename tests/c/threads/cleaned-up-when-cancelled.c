// A function that cleans up runs in the state in which the thread was cancelled, which only executions know.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void count(void *unused) {
  shared++; // RACE CONFIRMED
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(count, NULL); // OBSTACLE
  pthread_mutex_unlock(&mutex);
  pthread_testcancel();
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(id);
  pthread_mutex_lock(&mutex);
  shared++; // RACE CONFIRMED
  pthread_mutex_unlock(&mutex);
  return 0;
}
