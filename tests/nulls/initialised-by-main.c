// What `main` writes before it creates threads is written without the lock, which is no race; who knows of locks only cannot tell.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  shared = &first;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  if (shared) {
    shared->value = 1; // safe: unsound full
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
