// What was found under a lock may change when it is released.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  int is_there = shared != 0;
  if (shared) {
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    shared->value = is_there; // safe: unsound
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
