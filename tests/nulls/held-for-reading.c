// Readers share a lock that writers have for themselves.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  shared = 0;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  int value = 0;
  pthread_create(&id, 0, writer, 0);
  pthread_rwlock_rdlock(&lock);
  if (shared) {
    value = shared->value; // safe: unsound locks full
  }
  pthread_rwlock_unlock(&lock);
  return value;
}
