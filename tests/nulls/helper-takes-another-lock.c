// A function that is called takes another lock, and holds the first one all the time.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static int calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

static void count(void) {
  pthread_mutex_lock(&counting);
  calls++;
  pthread_mutex_unlock(&counting);
}

static void *writer(void *unused) {
  count();
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
    count();
    shared->value = 1; // safe: unsound locks full
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
