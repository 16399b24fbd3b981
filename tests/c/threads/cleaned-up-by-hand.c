// A function that cleans up runs where it is taken back; nothing else ends the thread.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready, shared;

static void unlock(void *lock) {
  pthread_mutex_unlock(lock);
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  while (!ready) // NORACE
    pthread_cond_wait(&condition, &mutex);
  shared++; // NORACE REACHABLE
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1; // NORACE
  pthread_cond_signal(&condition);
  shared++; // NORACE
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return shared;
}
