// What is compared lies in memory of the thread, and is exchanged there between the two comparisons, so that the same account is chosen twice.
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t mutex;
  long balance;
} accounts[8];

struct order {
  int one, other;
};

static void transfer(struct order *order, struct account *giver, struct account *taker) {
  if (giver == taker)
    return;
  struct account *first = order->one < order->other ? giver : taker;
  int exchanged = order->one;
  order->one = order->other;
  order->other = exchanged;
  struct account *second = order->one < order->other ? taker : giver;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= 5; // RACE
  taker->balance += 5; // RACE
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *clerk(void *orders) {
  struct order *order = orders;
  for (int round = 0; round < 100; round++) {
    int from = rand() % 8, to = rand() % 8;
    order->one = from;
    order->other = to;
    transfer(order, &accounts[from], &accounts[to]);
  }
  return NULL;
}

struct order of_one, of_other;

int main(void) {
  pthread_t one, other;
  for (int number = 0; number < 8; number++)
    pthread_mutex_init(&accounts[number].mutex, NULL);
  pthread_create(&one, NULL, clerk, &of_one);
  pthread_create(&other, NULL, clerk, &of_other);
  return 0;
}
// LONG
