// Who takes a message from the queue owns it, and releases it.
#include <pthread.h>
#include <stdlib.h>
struct message {
  int value;
  struct message *next;
} *head;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *unused) {
  struct message *message = malloc(sizeof *message);
  message->value = 1; // NORACE
  pthread_mutex_lock(&mutex);
  message->next = head;
  head = message; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *receiver(void *unused) {
  pthread_mutex_lock(&mutex);
  struct message *message = head; // NORACE
  if (message)
    head = message->next; // NORACE
  pthread_mutex_unlock(&mutex);
  if (message) {
    message->value++; // NORACE REACHABLE
    free(message); // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, sender, NULL);
  pthread_create(&second, NULL, receiver, NULL);
  pthread_create(&third, NULL, receiver, NULL);
  return 0;
}
