// As many zeroes as a ring has bytes are written from the last number of one ring on: it gives its first message once more.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
enum { SLOTS = 4 };
struct message {
  int number;
};
struct ring {
  int in;
  struct message *slots[SLOTS];
  int count;
  pthread_mutex_t lock;
  long out;
};
static struct ring rings[3];

static int put(struct ring *ring, struct message *message) {
  pthread_mutex_lock(&ring->lock);
  int fits = ring->count < SLOTS;
  if (fits) {
    ring->slots[ring->in] = message;
    ring->in = (ring->in + 1) % SLOTS;
    ring->count++;
  }
  pthread_mutex_unlock(&ring->lock);
  return fits;
}

static struct message *take(struct ring *ring) {
  struct message *message = NULL;
  pthread_mutex_lock(&ring->lock);
  if (ring->count > 0) {
    message = ring->slots[ring->out];
    ring->out = (ring->out + 1) % SLOTS;
    ring->count--;
  }
  pthread_mutex_unlock(&ring->lock);
  return message;
}

static void *consumer(void *argument) {
  struct message *message = take(argument);
  if (message != NULL)
    message->number++; // RACE
  return NULL;
}

static struct message *new_message(void) {
  struct message *message = malloc(sizeof *message);
  if (message == NULL)
    abort();
  message->number = 0; // NORACE
  return message;
}

int main(void) {
  struct message *first = new_message();
  put(&rings[0], first);
  struct message *taken = take(&rings[0]);
  for (int i = 0; i < 2; i++)
    memset(&rings[i].out, 0, sizeof rings[i]);
  put(&rings[0], new_message());
  pthread_t id;
  pthread_create(&id, NULL, consumer, &rings[0]);
  if (taken != NULL)
    taken->number++; // RACE
  pthread_join(id, NULL);
  return 0;
}
