// A function that calls itself on all of its ways never returns: nothing in it explains that, so what is behind is not taken for dead.
#include <pthread.h>
static int shared;

static int again(int number) {
  if (number > 3)
    return again(number - 1);
  return again(number + 1);
}

static void *worker(void *unused) {
  shared++;
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  again(1); // OBSTACLE
  shared++;
  return 0;
}
