// Each thread has an instance of its own, which begins with null.
#include <pthread.h>

struct item { int value; };
static struct item first;
static __thread struct item *mine;
static struct item *shared = &first;

static void *worker(void *unused) {
  mine->value = shared->value; // safe: unsound locks full
  return unused;
}

int main(void) {
  pthread_t id;
  mine = &first;
  if (shared) {
    mine->value = 1;
  }
  pthread_create(&id, 0, worker, 0);
  return mine->value + shared->value; // safe: unsound locks full
}
