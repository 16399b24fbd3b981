// Two buffers that change places in every other round only: a round reads what another thread writes.
#include <pthread.h>
#define CELLS 64
#define WORKERS 4
static double one[CELLS], two[CELLS];
static pthread_barrier_t barrier;
struct part {
  int first, last;
};

static void *worker(void *argument) {
  struct part *part = argument;
  double *now = one, *next = two;
  for (int round = 0; round < 1000; round++) {
    for (int i = part->first; i < part->last; i++) {
      double left = i > 0 ? now[i - 1] : 0, right = i + 1 < CELLS ? now[i + 1] : 0; // RACE
      next[i] = (left + right) / 2;                                                 // RACE
    }
    pthread_barrier_wait(&barrier);
    if (round % 2 == 0) {
      double *other = now;
      now = next;
      next = other;
    } else {
      next = now;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t workers[WORKERS];
  struct part parts[WORKERS];
  one[0] = 1; // NORACE
  pthread_barrier_init(&barrier, NULL, WORKERS);
  for (int i = 0; i < WORKERS; i++) {
    parts[i].first = i * (CELLS / WORKERS);
    parts[i].last = (i + 1) * (CELLS / WORKERS);
    pthread_create(&workers[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  return one[0] > 0; // NORACE REACHABLE
}
