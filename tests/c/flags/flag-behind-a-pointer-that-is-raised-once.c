// A record says that it is ready by a flag, under its mutex; it is reached by its address only.
#include <pthread.h>
struct result {
  pthread_mutex_t mutex;
  int ready;
  int value;
} result = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void *producer(void *argument) {
  struct result *made = argument;
  made->value = 42; // NORACE
  pthread_mutex_lock(&made->mutex);
  made->ready = 1; // NORACE
  pthread_mutex_unlock(&made->mutex);
  return NULL;
}

static int wait_for(struct result *wanted) {
  for (;;) {
    pthread_mutex_lock(&wanted->mutex);
    int ready = wanted->ready; // NORACE
    pthread_mutex_unlock(&wanted->mutex);
    if (ready)
      return wanted->value; // NORACE
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, &result);
  return wait_for(&result);
}
