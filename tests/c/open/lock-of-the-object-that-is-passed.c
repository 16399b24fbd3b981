// pepsin: open=always
// Objects of callers have locks of their own.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  long amount;
};

void deposit(struct account *account, long amount) {
  pthread_mutex_lock(&account->lock);
  account->amount += amount; // NORACE
  pthread_mutex_unlock(&account->lock);
}

long amount(struct account *account) {
  pthread_mutex_lock(&account->lock);
  long now = account->amount; // NORACE
  pthread_mutex_unlock(&account->lock);
  return now;
}
