// What the address leads to is filled behind the fence.
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
    message->text++; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  atomic_thread_fence(memory_order_release);
  message->text = 1; // RACE
  atomic_store_explicit(&letterbox, message, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
