// The arguments of a call are evaluated in any order: the write may come behind the release.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
int within;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter++; // RACE REACHABLE
  within++;  // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return NULL;
}

void note(int error, int value) {}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  note(0, within++);                         // NORACE REACHABLE
  note(counter++, pthread_mutex_unlock(&lock)); // RACE REACHABLE
  return 0;
}
