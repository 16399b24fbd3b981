// Who has read the address without a fence hands it on with an order, which does not order what came before the first store.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;
_Atomic(struct message *) second;

static void *carrier(void *argument) {
  atomic_store_explicit(&second, atomic_load_explicit(&letterbox, memory_order_relaxed), memory_order_release);
  return NULL;
}

static void *reader(void *argument) {
  struct message *message = atomic_load_explicit(&second, memory_order_acquire);
  if (message) {
    message->text++; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, carrier, NULL);
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // RACE
  atomic_store_explicit(&letterbox, message, memory_order_release);
  pthread_join(thread, NULL);
  return 0;
}
