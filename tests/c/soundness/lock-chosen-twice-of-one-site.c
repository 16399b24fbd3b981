// Both threads choose the same one of two mutexes of one allocation site.
#include <pthread.h>
#include <stdlib.h>
int shared;
pthread_mutex_t *locks[2];

void *worker(void *arg) {
  pthread_mutex_t *lock = locks[(long)arg];
  pthread_mutex_lock(lock);
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 2; i++) {
    locks[i] = malloc(sizeof *locks[i]); // NORACE
    pthread_mutex_init(locks[i], NULL);
  }
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)0);
  return 0;
}
