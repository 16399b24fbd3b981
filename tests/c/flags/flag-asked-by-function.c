// A function looks at the flag under its lock; what it returns tells the caller that the result is there.
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
  result = 42; // NORACE
  pthread_mutex_lock(&mutex);
  done = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!is_done())
    ;
  return result; // NORACE
}
