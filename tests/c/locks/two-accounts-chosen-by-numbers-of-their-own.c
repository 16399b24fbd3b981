// Which of two accounts is locked first is told by numbers in the accounts, which are compared twice.
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t mutex;
  long balance;
  int number;
} accounts[8];

static int transfer(struct account *giver, struct account *taker, long amount) {
  if (giver == taker)
    return 0;
  struct account *first = giver->number < taker->number ? giver : taker;
  struct account *second = giver->number < taker->number ? taker : giver;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  int has_enough = giver->balance >= amount; // NORACE
  if (has_enough) {
    giver->balance -= amount; // NORACE
    taker->balance += amount; // NORACE
  }
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
  return has_enough;
}

static void *clerk(void *seed) {
  unsigned state = (unsigned)(size_t)seed;
  for (int round = 0; round < 100; round++)
    transfer(&accounts[rand_r(&state) % 8], &accounts[rand_r(&state) % 8], 5);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  for (int number = 0; number < 8; number++) {
    pthread_mutex_init(&accounts[number].mutex, NULL);
    accounts[number].number = number;
  }
  pthread_create(&one, NULL, clerk, (void *)1);
  pthread_create(&other, NULL, clerk, (void *)2);
  return 0;
}
