// pepsin: memory-model=c11 exploration=off
// The flag of the record is set before the message is there.
#include <pthread.h>
#include <stdatomic.h>
struct channel {
  int message;
  atomic_int full;
};
struct channel channel;

void *sender(void *argument) {
  struct channel *out = argument;
  atomic_store_explicit(&out->full, 1, memory_order_release);
  out->message = 5; // RACE
  return NULL;
}

void *receiver(void *argument) {
  struct channel *in = argument;
  while (!atomic_load_explicit(&in->full, memory_order_acquire)) {
  }
  int message = in->message; // RACE
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
