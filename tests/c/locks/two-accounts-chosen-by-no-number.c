// What is no number is neither less than another one, nor greater or equal.
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t mutex;
} accounts[8];
double zero;

static void transfer(int from, int to, int amount, double rank, double other) {
  struct account *giver = &accounts[from], *taker = &accounts[to];
  struct account *first = rank < other ? giver : taker;
  struct account *second = rank >= other ? giver : taker;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  giver->balance -= amount; // RACE
  taker->balance += amount; // RACE
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *clerk(void *unused) {
  for (int round = 0; round < 100; round++)
    transfer(rand() % 8, rand() % 8, 5, zero / zero, 1.0);
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
