// The numbers of two threads may be the same but for the upper half: then the second one enters without the lock.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int owner;
int shared;

void *worker(void *unused) {
  int number = (int)pthread_self();
  int is_mine = owner == number;
  if (!is_mine) {
    pthread_mutex_lock(&mutex);
    owner = number;
  }
  shared++; // RACE
  if (!is_mine) {
    owner = 0;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
