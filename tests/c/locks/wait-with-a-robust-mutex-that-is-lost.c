// A robust mutex may have become unusable while others waited for a signal: then they go on without it.
#include <errno.h>
#include <pthread.h>
pthread_mutex_t mutex;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int data;

void *ends_with_it(void *unused) {
  pthread_mutex_lock(&mutex);
  return NULL;
}

void *gives_it_up(void *unused) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

void *worker(void *unused) {
  if (pthread_mutex_lock(&mutex))
    return NULL;
  int failed = pthread_cond_wait(&changed, &mutex);
  data++; // RACE
  if (!failed)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t first, second, third, fourth;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_create(&third, NULL, ends_with_it, NULL);
  pthread_join(third, NULL);
  pthread_create(&fourth, NULL, gives_it_up, NULL);
  pthread_join(fourth, NULL);
  pthread_cond_broadcast(&changed);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
