// pepsin: memory-model=c11 exploration=off
// Whoever finds the flag of the record set finds what was written before it.
#include <pthread.h>
#include <stdatomic.h>
struct channel {
  int message;
  atomic_int full;
};
struct channel channel;

void *sender(void *argument) {
  struct channel *out = argument;
  out->message = 5; // NORACE
  atomic_store_explicit(&out->full, 1, memory_order_release);
  return NULL;
}

void *receiver(void *argument) {
  struct channel *in = argument;
  while (!atomic_load_explicit(&in->full, memory_order_acquire)) {
  }
  int message = in->message; // NORACE
  return message ? argument : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sender, &channel);
  pthread_create(&second, NULL, receiver, &channel);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
