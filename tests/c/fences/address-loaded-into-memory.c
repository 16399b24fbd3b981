// The relaxed load leaves the address in shared memory itself, where another thread finds it under a lock.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int text;
};
struct message *letterbox, *found;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *carrier(void *argument) {
  pthread_mutex_lock(&m);
  __atomic_load(&letterbox, &found, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&m);
  return NULL;
}

static void *reader(void *argument) {
  pthread_mutex_lock(&m);
  struct message *message = found;
  pthread_mutex_unlock(&m);
  if (message)
    message->text++; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, carrier, NULL);
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // RACE
  __atomic_store_n(&letterbox, message, __ATOMIC_RELEASE);
  return 0;
}
