// Waiting on a condition variable releases the lock meanwhile.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  if (shared) {
    pthread_cond_wait(&changed, &lock);
    shared->value = 1; // safe: unsound
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
