// pepsin: escalation=off
// A helper that takes a lock by its argument, called with the wrong one.
#include <pthread.h>

struct guard {
  int count;
  pthread_mutex_t mutex;
};

static struct guard left = {0, PTHREAD_MUTEX_INITIALIZER};
static struct guard right = {0, PTHREAD_MUTEX_INITIALIZER};
static int of_left, of_right;

static void take(struct guard *guard) { pthread_mutex_lock(&guard->mutex); }

static void enter(struct guard *guard) {
  struct guard *entered = guard;
  take(entered);
}

static void leave(struct guard *guard) { pthread_mutex_unlock(&guard->mutex); }

static void *worker(void *argument) {
  enter(&left);
  of_left++; // NORACE
  leave(&left);
  enter(&right);
  of_right++; // RACE
  leave(&right);
  return argument;
}

static void *careless(void *argument) {
  enter(&left);
  of_right++; // RACE
  leave(&left);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, careless, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
