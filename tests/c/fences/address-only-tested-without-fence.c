// Whether there is an address is asked without order, and the address itself is read in order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void *reader(void *argument) {
  struct message *seen = atomic_load_explicit(&letterbox, memory_order_relaxed);
  int is_there = seen != NULL;
  if (is_there) {
    struct message *message = atomic_load_explicit(&letterbox, memory_order_acquire);
    if (message) {
      message->text++; // NORACE
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // NORACE
  atomic_store_explicit(&letterbox, message, memory_order_release);
  pthread_join(thread, NULL);
  return 0;
}
