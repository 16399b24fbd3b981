// Nodes are pushed by a compare-and-exchange without order, in a loop behind a fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void *reader(void *argument) {
  struct message *message = atomic_load_explicit(&letterbox, memory_order_relaxed);
  if (message) {
    atomic_thread_fence(memory_order_acquire);
    message->text++; // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // NORACE
  atomic_thread_fence(memory_order_release);
  struct message *none = NULL;
  while (!atomic_compare_exchange_weak_explicit(&letterbox, &none, message, memory_order_relaxed, memory_order_relaxed))
    none = NULL;
  pthread_join(thread, NULL);
  return 0;
}
