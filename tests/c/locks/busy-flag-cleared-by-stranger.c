// One thread leaves without having entered, so the flag keeps nobody out.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int busy, shared;

void enter(void) {
  pthread_mutex_lock(&mutex);
  while (busy) // NORACE
    pthread_cond_wait(&changed, &mutex);
  busy = 1; // NORACE
  pthread_mutex_unlock(&mutex);
}

void leave(void) {
  pthread_mutex_lock(&mutex);
  busy = 0; // NORACE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  enter();
  shared++; // RACE
  leave();
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 10; i++)
    pthread_create(&id, NULL, worker, NULL);
  leave();
  shared = 0; // RACE
  leave();
  return 0;
}
