// What the function returns is not waited for.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int done, result;

int is_done(void) {
  pthread_mutex_lock(&mutex);
  int value = done; // NORACE
  pthread_mutex_unlock(&mutex);
  return value;
}

void *worker(void *unused) {
  result = 42; // RACE
  pthread_mutex_lock(&mutex);
  done = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  is_done();
  return result; // RACE
}
