// A function that is called writes through a pointer to the pointer.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clear(struct item **where) {
  *where = 0;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  clear(&shared);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  if (shared) {
    clear(&shared);
    shared->value = 1; // safe:
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
