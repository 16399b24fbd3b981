// SPDX-License-Identifier: MIT OR Apache-2.0
// Each account carries the mutex that guards its balance.
#include <pthread.h>

struct account {
  int balance;
  pthread_mutex_t mutex;
};

struct account current = {100, PTHREAD_MUTEX_INITIALIZER};
struct account savings = {500, PTHREAD_MUTEX_INITIALIZER};

void *saver(void *arg) {
  (void)arg;
  pthread_mutex_lock(&current.mutex);
  current.balance -= 10;
  pthread_mutex_unlock(&current.mutex);
  pthread_mutex_lock(&savings.mutex);
  savings.balance += 10;
  pthread_mutex_unlock(&savings.mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, saver, NULL);
  pthread_mutex_lock(&savings.mutex);
  savings.balance++;
  pthread_mutex_unlock(&savings.mutex);
  pthread_mutex_lock(&current.mutex);
  current.balance--;
  pthread_mutex_unlock(&current.mutex);
  pthread_join(id, NULL);
  return 0;
}
