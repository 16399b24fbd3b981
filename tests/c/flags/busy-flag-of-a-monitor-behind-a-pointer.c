// A flag that says that somebody is inside, in a record that functions are given by its address.
#include <pthread.h>
struct monitor {
  pthread_mutex_t mutex;
  pthread_cond_t left;
  int busy;
} monitor = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
int count;

static void enter(struct monitor *m) {
  pthread_mutex_lock(&m->mutex);
  while (m->busy) // NORACE
    pthread_cond_wait(&m->left, &m->mutex);
  m->busy = 1; // NORACE
  pthread_mutex_unlock(&m->mutex);
}

static void leave(struct monitor *m) {
  pthread_mutex_lock(&m->mutex);
  m->busy = 0; // NORACE
  pthread_cond_signal(&m->left);
  pthread_mutex_unlock(&m->mutex);
}

static void *worker(void *unused) {
  for (int round = 0; round < 100; round++) {
    enter(&monitor);
    count++; // NORACE
    leave(&monitor);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int number = 0; number < 3; number++)
    pthread_create(&threads[number], NULL, worker, NULL);
  for (int number = 0; number < 3; number++)
    pthread_join(threads[number], NULL);
  return count; // NORACE
}
