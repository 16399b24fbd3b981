// A recursive mutex protects until its last release.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int shared;

static void inner(void) {
  pthread_mutex_lock(&mutex);
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  inner();
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
