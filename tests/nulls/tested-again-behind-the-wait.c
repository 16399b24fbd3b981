// Whoever waits in a loop that tests again knows what it found last.
#include <pthread.h>

struct item { int value; };
static struct item first;
static struct item *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  shared = &first;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *clearer(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, writer, 0);
  pthread_create(&ids[1], 0, clearer, 0);
  pthread_mutex_lock(&lock);
  while (!shared) {
    pthread_cond_wait(&changed, &lock);
  }
  shared->value = 1; // safe: unsound locks full
  pthread_mutex_unlock(&lock);
  return 0;
}
