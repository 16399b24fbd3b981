// A copy is the thread's own, whatever becomes of the original.
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
  struct item *mine = shared;
  pthread_mutex_unlock(&lock);
  if (mine) {
    mine->value = 1; // safe: unsound lost locks full
  }
  return 0;
}
