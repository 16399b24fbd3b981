// Callers of a helper that touches nothing of theirs do not mix what they know.
#include <pthread.h>

static int mode;
static int data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int larger(int a, int b) { return a > b ? a : b; }

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  data++; // NORACE
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int size = larger(argc, 2);
  mode = 1;
  size = larger(size, argc);
  if (mode != 1)
    data = size; // NORACE
  pthread_create(&thread, NULL, worker, NULL);
  size = larger(size, argc);
  if (mode != 1)
    data = size; // NORACE
  pthread_join(thread, NULL);
  data = size; // NORACE
  return 0;
}
