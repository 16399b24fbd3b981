// One call initialises the barrier for one thread or for two: for one, nobody waits.
#include <pthread.h>

pthread_barrier_t barrier;
int x;

static void prepare(int count) { pthread_barrier_init(&barrier, NULL, count); }

void *worker(void *argument) {
  x = 1; // RACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 1)
    prepare(1);
  else
    prepare(2);
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  return x; // RACE
}
