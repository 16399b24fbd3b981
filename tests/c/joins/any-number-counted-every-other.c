// Of each two workers, only one is counted.
#include <pthread.h>
int active, result;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, results = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&results);
  result++; // RACE
  pthread_mutex_unlock(&results);
  pthread_mutex_lock(&mutex);
  active--;
  pthread_cond_signal(&idle);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int count = input();
  for (int i = 0; i < count; i++) {
    pthread_t id;
    pthread_mutex_lock(&mutex);
    active++;
    pthread_mutex_unlock(&mutex);
    pthread_create(&id, NULL, worker, NULL);
    pthread_detach(id);
    pthread_create(&id, NULL, worker, NULL);
    pthread_detach(id);
  }
  pthread_mutex_lock(&mutex);
  while (active)
    pthread_cond_wait(&idle, &mutex);
  pthread_mutex_unlock(&mutex);
  return result; // RACE
}
