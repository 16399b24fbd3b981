// Calls that order nothing leave their neighbours where they are; so does a local variable that nobody else knows.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
pthread_t ids[2];

int twice(int value) { return 2 * value; }

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter += twice(counter) + (int)strlen("text"); // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  int made = 0;
  made += pthread_create(&ids[0], NULL, worker, NULL) == 0;
  made = made + (pthread_create(&ids[made], NULL, worker, NULL) == 0);
  pthread_mutex_lock(&lock);
  int seen = counter + abs(counter); // NORACE REACHABLE
  pthread_mutex_unlock(&lock);
  return seen + made;
}
