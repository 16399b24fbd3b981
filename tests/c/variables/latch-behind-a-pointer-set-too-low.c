// The same with a latch that is set for one thread less, and a number that is written behind the gate.
#include <pthread.h>

struct latch {
  pthread_mutex_t mutex;
  pthread_cond_t zero;
  int count;
};

static struct latch gate, finish;
static int rounds;
static int results[3];

static void set(struct latch *latch, int count) {
  pthread_mutex_init(&latch->mutex, NULL);
  pthread_cond_init(&latch->zero, NULL);
  latch->count = count;
}

static void count_down(struct latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  if (--latch->count == 0)
    pthread_cond_broadcast(&latch->zero);
  pthread_mutex_unlock(&latch->mutex);
}

static void await(struct latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  while (latch->count > 0)
    pthread_cond_wait(&latch->zero, &latch->mutex);
  pthread_mutex_unlock(&latch->mutex);
}

static void *work(void *result) {
  await(&gate);
  *(int *)result = rounds; // RACE CONFIRMED
  count_down(&finish);
  return NULL;
}

int main(void) {
  pthread_t thread;
  set(&gate, 1);
  set(&finish, 2);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread, NULL, work, &results[i]);
  count_down(&gate);
  rounds = 5; // RACE CONFIRMED
  await(&finish);
  return results[0] + results[1] + results[2]; // RACE CONFIRMED
}
