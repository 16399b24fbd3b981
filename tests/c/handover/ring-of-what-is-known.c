// All that is put into the ring is one message, which everybody knows.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 4 };
struct message {
  int number, square;
};
struct ring {
  pthread_mutex_t lock;
  pthread_cond_t more, room;
  struct message *slots[SLOTS];
  int in, out, count;
};
static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct message *known;

static void put(struct ring *ring) {
  pthread_mutex_lock(&ring->lock);
  while (ring->count == SLOTS)
    pthread_cond_wait(&ring->room, &ring->lock);
  ring->slots[ring->in] = known;
  ring->in = (ring->in + 1) % SLOTS;
  ring->count++;
  pthread_cond_signal(&ring->more);
  pthread_mutex_unlock(&ring->lock);
}

static struct message *take(struct ring *ring) {
  pthread_mutex_lock(&ring->lock);
  while (ring->count == 0)
    pthread_cond_wait(&ring->more, &ring->lock);
  struct message *message = ring->slots[ring->out];
  ring->out = (ring->out + 1) % SLOTS;
  ring->count--;
  pthread_cond_signal(&ring->room);
  pthread_mutex_unlock(&ring->lock);
  return message;
}

static void *consumer(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct message *message = take(&ring);
    if (message == NULL)
      break;
    message->square = message->number * message->number; // RACE
    message->number = 0; // RACE
  }
  return argument;
}

int main(void) {
  known = malloc(sizeof *known);
  if (known == NULL)
    abort();
  known->number = 1; // NORACE
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 20; i++)
    put(&ring);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
