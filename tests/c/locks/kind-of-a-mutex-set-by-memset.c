// A mutex whose kind is set bytewise is locked twice by its holder, and given back once: then another one comes in.
#include <pthread.h>
#include <string.h>
pthread_mutex_t mutex;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  shared++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  memset((char *)&mutex + 16, 2, 1); // OBSTACLE
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
