// The numbers are exchanged between two comparisons, of which the second one takes that into account.
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t mutex;
} accounts[8];

static void transfer(int from, int to, int amount) {
  struct account *giver = &accounts[from], *taker = &accounts[to];
  if (from == to)
    return;
  int one = from, other = to;
  struct account *first = one < other ? giver : taker;
  int exchanged = one;
  one = other;
  other = exchanged;
  struct account *second = one < other ? giver : taker;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= amount;
  taker->balance += amount;
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *clerk(void *unused) {
  for (int round = 0; round < 100; round++)
    transfer(rand() % 8, rand() % 8, 5);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  for (int number = 0; number < 8; number++)
    pthread_mutex_init(&accounts[number].mutex, NULL);
  pthread_create(&one, NULL, clerk, NULL);
  pthread_create(&other, NULL, clerk, NULL);
  return 0;
}
// LONG
