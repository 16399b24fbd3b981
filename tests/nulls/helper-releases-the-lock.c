// A function that is called lets others in.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void let_others_in(void) {
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
}

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
  if (shared) {
    let_others_in();
    shared->value = 1; // safe: unsound
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
