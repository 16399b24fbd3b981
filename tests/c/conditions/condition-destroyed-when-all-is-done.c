// pepsin: exploration=off
// The last signal is given under the lock, so who has seen that all is done may destroy both.
#include <pthread.h>
pthread_mutex_t lock;
pthread_cond_t changed;
int done;

void *worker(void *unused) {
  pthread_mutex_lock(&lock); // NORACE REACHABLE
  done = 1; // NORACE REACHABLE
  pthread_cond_signal(&changed); // IMPRECISE
  pthread_mutex_unlock(&lock); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&changed, NULL);
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  while (!done)
    pthread_cond_wait(&changed, &lock); // NORACE
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock); // IMPRECISE REACHABLE
  pthread_cond_destroy(&changed); // IMPRECISE
  return 0;
}
