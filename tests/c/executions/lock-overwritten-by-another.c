// A mutex over which another one is copied is free again.
#include <pthread.h>

static int v;
static struct {
  int n;
  pthread_mutex_t lock;
} one = {1, PTHREAD_MUTEX_INITIALIZER}, other = {2, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&one.lock);
  __builtin_memcpy(&one, &other, sizeof one);
  if (pthread_mutex_trylock(&one.lock)) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
