// pepsin: open=always
// The lock of one account is held, and another one is changed.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  long amount;
};

void transfer(struct account *from, struct account *to, long amount) {
  pthread_mutex_lock(&from->lock);
  from->amount -= amount; // RACE
  to->amount += amount;   // RACE
  pthread_mutex_unlock(&from->lock);
}
