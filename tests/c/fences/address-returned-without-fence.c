// An address is read without order by a function that tests and returns it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;
struct message nothing;

static struct message *take(void) {
  struct message *seen = atomic_load_explicit(&letterbox, memory_order_relaxed);
  if (!seen) {
    return &nothing;
  }
  return seen;
}

static void *reader(void *argument) {
  struct message *message = take();
  message->text++; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // RACE
  atomic_store_explicit(&letterbox, message, memory_order_release);
  pthread_join(thread, NULL);
  return 0;
}
