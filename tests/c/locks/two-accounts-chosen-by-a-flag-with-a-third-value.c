// A flag that is neither of two values chooses the same account twice.
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t mutex;
} accounts[8];

static void transfer(int from, int to, int amount) {
  struct account *giver = &accounts[from], *taker = &accounts[to];
  struct account *first = taker, *second = taker;
  int ascending = from < to ? 1 : from > to ? 2 : 3;
  if (ascending == 1)
    first = giver;
  if (ascending == 3)
    second = giver;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= amount; // RACE
  taker->balance += amount; // RACE
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
