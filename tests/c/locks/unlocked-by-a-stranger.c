// Who unlocks a mutex that another thread holds lets a third one in: POSIX leaves that undefined, and glibc looks at nothing.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_unlock(&mutex); // OBSTACLE
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
