// Two calls of one expression come one behind the other, in either order.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
int both;

int released(void) {
  both++; // NORACE REACHABLE
  return pthread_mutex_unlock(&lock);
}
int counted(void) {
  return counter++; // RACE REACHABLE
}

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter++; // RACE REACHABLE
  both++;    // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  return counted() - released();
}
