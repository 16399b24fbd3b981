// An address that was read without order is used to compute what is tested.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int text;
};
_Atomic(struct message *) letterbox;
int greetings;

static void *reader(void *argument) {
  struct message *seen = atomic_load_explicit(&letterbox, memory_order_relaxed);
  if (seen != NULL && seen->text == 1) { // RACE
    greetings++;
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
