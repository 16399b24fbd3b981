// pepsin: exploration=off
// How many came and went is counted without end, and how many there are besides.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 4 };
struct message {
  int number, square;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more, room;
static struct message *slots[SLOTS];
static unsigned in, out, count;
static long sent;

static void put(struct message *message) {
  pthread_mutex_lock(&lock);
  while (count == SLOTS)
    pthread_cond_wait(&room, &lock);
  slots[in++ % SLOTS] = message;
  sent++;
  count++;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

static struct message *take(void) {
  pthread_mutex_lock(&lock);
  while (count == 0)
    pthread_cond_wait(&more, &lock);
  struct message *message = slots[out++ & (SLOTS - 1)];
  count--;
  pthread_cond_signal(&room);
  pthread_mutex_unlock(&lock);
  return message;
}

static void *consumer(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct message *message = take();
    if (message == NULL)
      break;
    message->square = message->number * message->number; // NORACE REACHABLE
    message->number = 0; // NORACE
    free(message); // NORACE
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
    message->square = 0; // NORACE
    put(message);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
