// A robust mutex whose holder ended, and that was released as it was, cannot be had any more, and says so to who tries.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
int shared;
pthread_mutex_t mutex;

void *ends(void *unused) {
  pthread_mutex_lock(&mutex);
  return NULL;
}

void *tries(void *unused) {
  int result = pthread_mutex_trylock(&mutex);
  if (result == EOWNERDEAD)
    pthread_mutex_unlock(&mutex);
  else if (result == ENOTRECOVERABLE)
    shared++; // RACE
  return NULL;
}

void *writes(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attribute);
  pthread_create(&first, NULL, ends, NULL);
  pthread_join(first, NULL);
  pthread_create(&first, NULL, tries, NULL);
  pthread_join(first, NULL);
  pthread_create(&first, NULL, tries, NULL);
  pthread_create(&second, NULL, writes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
