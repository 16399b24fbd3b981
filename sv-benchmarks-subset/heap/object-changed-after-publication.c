// SPDX-License-Identifier: MIT OR Apache-2.0
// The sender fills in the length when the message is already published.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int kind;
  int length;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct message *latest;

void *sender(void *arg) {
  struct message *message = malloc(sizeof *message);
  if (message == NULL)
    return NULL;
  message->kind = (int)(long)arg;
  pthread_mutex_lock(&mutex);
  latest = message;
  pthread_mutex_unlock(&mutex);
  message->length = 0;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sender, (void *)1L);
  pthread_create(&second, NULL, sender, (void *)2L);
  pthread_mutex_lock(&mutex);
  if (latest != NULL)
    latest->length++;
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
