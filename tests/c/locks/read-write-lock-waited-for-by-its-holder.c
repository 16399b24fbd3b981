// Who waits for a lock that it holds for writing is told so at once, however long it would wait.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>
int shared;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void change(void) {
  struct timespec now = {0, 0};
  pthread_rwlock_wrlock(&lock);
  if (pthread_rwlock_timedrdlock(&lock, &now) == EDEADLK) {
    pthread_rwlock_unlock(&lock);
    shared++; // RACE
  }
}

void *worker(void *unused) {
  change();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  change();
  pthread_join(id, NULL);
  return 0;
}
