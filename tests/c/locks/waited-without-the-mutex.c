// A wait for a signal releases the mutex, whoever holds it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t signal = PTHREAD_COND_INITIALIZER;
int counter;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&signal);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_cond_wait(&signal, &mutex); // OBSTACLE
  counter++;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
