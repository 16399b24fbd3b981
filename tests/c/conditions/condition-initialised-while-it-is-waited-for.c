// A condition variable is initialised while another thread may wait for it.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
int ready;

void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock); // RACE CONFIRMED
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, waiter, NULL);
  pthread_cond_init(&changed, NULL); // RACE CONFIRMED
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(id, NULL);
  return 0;
}
