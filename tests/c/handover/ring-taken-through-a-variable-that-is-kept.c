// pepsin: exploration=off
// The address of the variable with the message is kept, and the variable led to an object of all by it.
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

static void put(struct message *message) {
  pthread_mutex_lock(&ring.lock);
  while (ring.count == SLOTS)
    pthread_cond_wait(&ring.room, &ring.lock);
  ring.slots[ring.in] = message;
  ring.in = (ring.in + 1) % SLOTS;
  ring.count++;
  pthread_cond_signal(&ring.more);
  pthread_mutex_unlock(&ring.lock);
}

static _Thread_local struct message **kept;
static struct message *common;

static void take(struct message **taken) {
  pthread_mutex_lock(&ring.lock);
  while (ring.count == 0)
    pthread_cond_wait(&ring.more, &ring.lock);
  *taken = ring.slots[ring.out];
  ring.out = (ring.out + 1) % SLOTS;
  ring.count--;
  pthread_cond_signal(&ring.room);
  pthread_mutex_unlock(&ring.lock);
  kept = taken;
}

static void change(void) { *kept = common; }

static void *consumer(void *argument) {
  struct message *message;
  for (int i = 0; i < 10; i++) {
    take(&message);
    if (i > 5)
      change();
    message->square = 1; // RACE
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  common = calloc(1, sizeof *common);
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
      abort();
    message->number = i; // NORACE
    put(message);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
