// Where the next message is put is told by where the first one stands and how many there are.
// pepsin: exploration=off
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 8 };
struct message {
  int number, square;
};
struct ring {
  pthread_mutex_t lock;
  pthread_cond_t more, room;
  struct message *slots[SLOTS];
  int first, count;
};
static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(struct ring *ring, struct message *message) {
  pthread_mutex_lock(&ring->lock);
  while (ring->count == SLOTS)
    pthread_cond_wait(&ring->room, &ring->lock);
  ring->slots[(ring->first + ring->count) % SLOTS] = message; // NORACE
  ring->count++;
  pthread_cond_signal(&ring->more);
  pthread_mutex_unlock(&ring->lock);
}

static struct message *take(struct ring *ring) {
  pthread_mutex_lock(&ring->lock);
  while (ring->count == 0)
    pthread_cond_wait(&ring->more, &ring->lock);
  struct message *message = ring->slots[ring->first]; // NORACE
  ring->first = (ring->first + 1) % SLOTS;
  ring->count--;
  pthread_cond_signal(&ring->room);
  pthread_mutex_unlock(&ring->lock);
  return message;
}

static void *worker(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct message *message = take(&ring);
    if (message == NULL)
      break;
    message->square = message->number * message->number; // NORACE REACHABLE
    message->number = 0;                                 // NORACE
    free(message);                                       // NORACE
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
      abort();
    message->number = i; // NORACE
    message->square = 0; // NORACE
    put(&ring, message);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
