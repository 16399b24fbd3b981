// Threads of one kind hand messages to each other that all of them allocate at one place, and read the address without a fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;

static void *worker(void *argument) {
  struct message *found = atomic_load_explicit(&letterbox, memory_order_relaxed);
  if (found) {
    found->text++; // RACE
  }
  struct message *message = malloc(sizeof *message);
  message->text = 1; // RACE
  atomic_store_explicit(&letterbox, message, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, NULL);
  }
  return 0;
}
