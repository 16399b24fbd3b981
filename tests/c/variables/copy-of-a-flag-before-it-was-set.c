// pepsin: exploration=off
// The copy is that of the state before: that it is zero says nothing of the state now.
#include <pthread.h>
int state, shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  int seen = state; // NORACE
  state = 1;        // NORACE
  if (seen == 0)
    shared++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (state == 1)
    state = 2;
  pthread_mutex_unlock(&mutex);
  shared++; // RACE
  return 0;
}
