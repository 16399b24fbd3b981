// pepsin: exploration=off
// Both workers take the mutex of the index, as numbers of different widths.
#include <pthread.h>
#include <unistd.h>
pthread_mutex_t mutexes[512];
int items[256];

void *worker(void *unused) {
  signed char index = getpid() | -128;
  pthread_mutex_lock(&(mutexes + 128)[(long)index]);
  (items + 128)[index]++; // NORACE
  pthread_mutex_unlock(&(mutexes + 128)[(long)index]);
  return NULL;
}

void *other(void *unused) {
  signed char index = getpid() | -128;
  pthread_mutex_lock(&(mutexes + 128)[index]);
  (items + 128)[index]++; // NORACE
  pthread_mutex_unlock(&(mutexes + 128)[index]);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, other, NULL);
  return 0;
}
