// pepsin: exploration=off
// What a caller tested of its ring is no news of the flags that its callee looks at, by the same name.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 8 };
struct message {
  int number;
};
struct ring {
  pthread_mutex_t lock;
  struct message *slots[SLOTS];
  int in, out, count;
  int closed;
};
static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct ring other;

static int look(struct ring *ring, int is_open) {
  int twice = 0;
  if (is_open && ring->closed)
    twice = 1;
  return twice;
}

static void put(struct ring *ring, struct message *message) {
  ring->slots[ring->in] = message;
  ring->in = (ring->in + 1) % SLOTS;
  ring->count++;
}

static void put_in_turn(struct ring *ring, struct message *message) {
  pthread_mutex_lock(&ring->lock);
  if (ring->count < SLOTS - 1) {
    int twice = look(&other, ring->closed == 0);
    put(ring, message);
    if (twice)
      put(ring, message);
  }
  pthread_mutex_unlock(&ring->lock);
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&ring.lock);
    if (ring.count == 0) {
      pthread_mutex_unlock(&ring.lock);
      return argument;
    }
    struct message *message = ring.slots[ring.out];
    ring.out = (ring.out + 1) % SLOTS;
    ring.count--;
    pthread_mutex_unlock(&ring.lock);
    message->number++; // RACE
  }
}

int main(void) {
  other.closed = 1;
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
      abort();
    message->number = i; // NORACE
    put_in_turn(&ring, message);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
