// Twin of unlocked-by-a-stranger.c: that a mutex is not known to be held does not mean that it is not.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t both[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int counter, other;

static void leave(pthread_mutex_t *held) {
  pthread_mutex_unlock(held);
}

void *worker(void *on_condition) {
  if (on_condition)
    pthread_mutex_lock(&mutex);
  pthread_mutex_t *own = &both[on_condition != NULL];
  pthread_mutex_lock(own);
  int locked = pthread_mutex_trylock(&mutex) == 0;
  if (locked)
    counter++; // NORACE
  leave(own);
  if (locked || on_condition)
    leave(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  counter++; // NORACE
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
