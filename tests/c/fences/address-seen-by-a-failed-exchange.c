// A compare-and-exchange that fails without order tells an address, which orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void *reader(void *argument) {
  struct message *message = NULL;
  if (!atomic_compare_exchange_strong_explicit(&letterbox, &message, NULL, memory_order_acq_rel, memory_order_relaxed)) {
    message->text++; // RACE
  }
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
