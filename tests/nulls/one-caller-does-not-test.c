// One of the callers has not tested.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void use(void) {
  shared->value++; // safe: unsound
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (shared) {
    use();
  }
  shared = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  pthread_mutex_lock(&lock);
  use();
  pthread_mutex_unlock(&lock);
  return 0;
}
