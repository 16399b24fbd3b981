// The locks of two accounts are chosen by the same comparison, twice.
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
  struct account *first = from < to ? giver : taker;
  struct account *second = from < to ? taker : giver;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= amount; // NORACE REACHABLE
  taker->balance += amount; // NORACE
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
