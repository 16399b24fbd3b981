// pepsin: exploration=off
// A record is looked at before and behind its being taken; where it then says so, it stays in the ring, too.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 8 };
struct message {
  int number;
};
struct job {
  struct message *message;
  int stays;
};
struct ring {
  pthread_mutex_t lock;
  struct job slots[SLOTS];
  int in, out, count;
};
static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(struct job job) {
  pthread_mutex_lock(&ring.lock);
  if (ring.count < SLOTS) {
    ring.slots[ring.in] = job;
    ring.in = (ring.in + 1) % SLOTS;
    ring.count++;
  }
  pthread_mutex_unlock(&ring.lock);
}

static int take(struct job *taken) {
  pthread_mutex_lock(&ring.lock);
  if (ring.count == 0 || taken->stays) {
    pthread_mutex_unlock(&ring.lock);
    return 0;
  }
  *taken = ring.slots[ring.out];
  if (!taken->stays) {
    ring.out = (ring.out + 1) % SLOTS;
    ring.count--;
  }
  pthread_mutex_unlock(&ring.lock);
  return 1;
}

static void *consumer(void *argument) {
  struct job job;
  job.stays = 0;
  for (int i = 0; i < 10 && take(&job); i++) {
    job.message->number++; // RACE
    job.stays = 0;
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
    struct job job;
    job.message = message;
    job.stays = i & 1;
    put(job);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
