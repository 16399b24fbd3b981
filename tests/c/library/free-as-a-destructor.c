// What a destructor of the library releases when a thread ends, another thread may still look at. // RACE
#include <pthread.h>
#include <stdlib.h>
int *published;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;

void *owner(void *unused) {
  int *own = malloc(sizeof *own);
  if (!own)
    return NULL;
  *own = 1;
  pthread_mutex_lock(&mutex);
  published = own;
  pthread_mutex_unlock(&mutex);
  pthread_setspecific(key, own);
  return NULL;
}

void *visitor(void *unused) {
  pthread_mutex_lock(&mutex);
  if (published)
    (*published)++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_key_create(&key, free);
  pthread_create(&one, NULL, owner, NULL);
  pthread_create(&other, NULL, visitor, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
