// pepsin: exploration=off
// What is handed over is the message; the pointer beside it leads all takers to one object.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 4 };
struct message {
  int number, square;
};
struct job {
  struct message *message, *beside;
};
struct ring {
  pthread_mutex_t lock;
  pthread_cond_t more, room;
  struct job slots[SLOTS];
  int in, out, count;
};
static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct message *common;

static void put(struct message *message) {
  struct job job = {message, common};
  pthread_mutex_lock(&ring.lock);
  while (ring.count == SLOTS)
    pthread_cond_wait(&ring.room, &ring.lock);
  job.message = message;
  ring.slots[ring.in] = job;
  ring.in = (ring.in + 1) % SLOTS;
  ring.count++;
  pthread_cond_signal(&ring.more);
  pthread_mutex_unlock(&ring.lock);
}

static struct job take(void) {
  pthread_mutex_lock(&ring.lock);
  while (ring.count == 0)
    pthread_cond_wait(&ring.more, &ring.lock);
  struct job job = ring.slots[ring.out];
  ring.out = (ring.out + 1) % SLOTS;
  ring.count--;
  pthread_cond_signal(&ring.room);
  pthread_mutex_unlock(&ring.lock);
  return job;
}

static void *consumer(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct job job = take();
    if (job.message == NULL || job.beside == NULL)
      break;
    job.message->square = 1; // IMPRECISE
    job.beside->square = job.message->number; // RACE
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
