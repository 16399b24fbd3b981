// Functions that clean up run in reverse order, with the mutex that the wait was for, and when a thread ends itself, too.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int order, held, last;

static void first_named(void *unused) {
  if (order == 1)
    last = 1; // RACE CONFIRMED
}

static void last_named(void *unused) {
  held++; // NORACE
  order = 1;
  pthread_mutex_unlock(&mutex);
}

void *waiter(void *unused) {
  pthread_cleanup_push(first_named, NULL); // OBSTACLE
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(last_named, NULL); // OBSTACLE
  pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(0);
  pthread_mutex_unlock(&mutex);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, waiter, NULL);
  pthread_cancel(id);
  pthread_mutex_lock(&mutex);
  held++; // NORACE
  pthread_mutex_unlock(&mutex);
  last = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
