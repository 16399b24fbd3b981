// Who exchanges an address for one of their own, without order, hands that over without order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void *reader(void *argument) {
  struct message *message = atomic_load_explicit(&letterbox, memory_order_acquire);
  if (message) {
    message->text++; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct message *message = malloc(sizeof *message);
  message->text = 1; // RACE
  atomic_exchange_explicit(&letterbox, message, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
