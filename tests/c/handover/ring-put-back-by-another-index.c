// pepsin: exploration=off
// A message is put back, and written to by the index that chose the other one before.
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

static struct message *take(void) {
  pthread_mutex_lock(&ring.lock);
  while (ring.count == 0)
    pthread_cond_wait(&ring.more, &ring.lock);
  struct message *message = ring.slots[ring.out];
  ring.out = (ring.out + 1) % SLOTS;
  ring.count--;
  pthread_cond_signal(&ring.room);
  pthread_mutex_unlock(&ring.lock);
  return message;
}

static void *consumer(void *argument) {
  struct message *taken[2];
  int i = 0, j = 1;
  taken[i] = take();
  taken[j] = taken[i];
  taken[i] = take();
  if (taken[i] == NULL || taken[j] == NULL)
    return argument;
  put(taken[j]);
  i = 1 - i;
  taken[i]->square = 1; // RACE
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
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
