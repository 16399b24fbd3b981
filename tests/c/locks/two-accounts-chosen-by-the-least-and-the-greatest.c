// One account is that of the lower rank, the other one that of the higher; equal ranks were turned away.
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t mutex;
} accounts[8];

static void transfer(int from, int to, int amount, int rank, int other) {
  struct account *giver = &accounts[from], *taker = &accounts[to];
  if (rank == other)
    return;
  struct account *first = rank < other ? giver : taker;
  struct account *second = other < rank ? giver : taker;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= amount; // NORACE REACHABLE
  taker->balance += amount; // NORACE
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *clerk(void *unused) {
  for (int round = 0; round < 100; round++)
    transfer(rand() % 8, rand() % 8, 5, rand(), rand());
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
