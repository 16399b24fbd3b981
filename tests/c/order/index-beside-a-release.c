// Where a value goes is found out before or behind the call that gives it.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int values[4];
int place;
int fixed;

int released(void) {
  int value = fixed; // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return value;
}

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  place = 1;   // RACE REACHABLE
  fixed = 2;   // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  values[place] = released(); // RACE REACHABLE
  return 0;
}
