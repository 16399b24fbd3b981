// pepsin: exploration=off
// A ring whose slots are null at first, one by one, and whose numbers are zero behind them.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 8 };
struct ring {
  int *slots[SLOTS];
  size_t in, out, count;
  pthread_mutex_t lock;
};
static struct ring ring;

static void begin(struct ring *ring) {
  for (int i = 0; i < SLOTS; i++)
    ring->slots[i] = NULL; // NORACE
  ring->in = ring->out = ring->count = 0; // NORACE
  pthread_mutex_init(&ring->lock, NULL);
}

static int is_full(const struct ring *ring) {
  return ring->count == SLOTS; // NORACE
}

static int put(struct ring *ring, int *number) {
  pthread_mutex_lock(&ring->lock);
  int fits = !is_full(ring);
  if (fits) {
    ring->slots[ring->in] = number;         // NORACE
    ring->in = (ring->in + 1) & (SLOTS - 1); // NORACE
    ring->count += 1;                       // NORACE
  }
  pthread_mutex_unlock(&ring->lock);
  return fits;
}

static int *take(struct ring *ring) {
  int *number = NULL;
  pthread_mutex_lock(&ring->lock);
  if (ring->count > 0) {                       // NORACE
    number = ring->slots[ring->out];           // NORACE
    ring->slots[ring->out] = NULL;             // NORACE
    ring->out = (ring->out + 1) & (SLOTS - 1); // NORACE
    ring->count -= 1;                          // NORACE
  }
  pthread_mutex_unlock(&ring->lock);
  return number;
}

static void *consumer(void *argument) {
  for (int i = 0; i < 100; i++) {
    int *number = take(&ring);
    if (number != NULL) {
      ++*number;    // NORACE REACHABLE
      free(number); // NORACE
    }
  }
  return argument;
}

int main(void) {
  begin(&ring);
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 50; i++) {
    int *number = malloc(sizeof *number);
    if (number == NULL)
      abort();
    *number = i; // NORACE
    if (!put(&ring, number))
      free(number); // NORACE
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
