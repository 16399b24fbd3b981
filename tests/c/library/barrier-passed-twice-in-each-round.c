// Cells are computed from those of all, and handed on behind a barrier, in a loop of rounds: each round passes the barrier twice.
#include <pthread.h>
#define THREADS 4
#define CELLS 64
static pthread_barrier_t barrier;
static double now[CELLS], next[CELLS];
static int sums[THREADS], history[100];

static void *worker(void *argument) {
  int number = (int)(long)argument;
  int low = number * (CELLS / THREADS), high = low + CELLS / THREADS;
  for (int round = 0; round < 100; round++) {
    for (int i = low; i < high; i++)
      next[i] = (now[(i + CELLS - 1) % CELLS] + now[(i + 1) % CELLS]) / 2; // NORACE
    sums[number] = round; // NORACE
    pthread_barrier_wait(&barrier);
    for (int i = low; i < high; i++)
      now[i] = next[i]; // NORACE
    if (number == 0)
      for (int i = 0; i < THREADS; i++)
        history[round] += sums[i]; // NORACE
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return now[3] > history[7]; // NORACE
}
