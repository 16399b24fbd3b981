// pepsin: exploration=off
// Who finds the ring closed by one flag looks at another one, and takes what it may hold no more.
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
struct flags {
  int closed;
};
static struct flags here, there;

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

static struct message *take(void) {
  struct flags *flags = &here;
  pthread_mutex_lock(&ring.lock);
  while (ring.count == 0 && !flags->closed)
    pthread_cond_wait(&ring.more, &ring.lock);
  if (flags->closed) {
    flags = &there;
    if (!flags->closed) {
      struct message *last = ring.slots[ring.out];
      pthread_mutex_unlock(&ring.lock);
      return last;
    }
    pthread_mutex_unlock(&ring.lock);
    return NULL;
  }
  struct message *message = ring.slots[ring.out];
  ring.out = (ring.out + 1) % SLOTS;
  ring.count--;
  pthread_cond_signal(&ring.room);
  pthread_mutex_unlock(&ring.lock);
  return message;
}

static void *consumer(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct message *message = take();
    if (message == NULL)
      break;
    message->square = 1; // RACE
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
      abort();
    message->number = i; // NORACE
    put(message);
  }
  pthread_mutex_lock(&ring.lock);
  here.closed = 1;
  pthread_cond_broadcast(&ring.more);
  pthread_mutex_unlock(&ring.lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
