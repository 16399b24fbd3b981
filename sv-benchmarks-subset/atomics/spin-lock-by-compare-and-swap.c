// SPDX-License-Identifier: MIT OR Apache-2.0
// A spin lock by compare-and-swap guards ordinary data.
#include <pthread.h>

int lock_word;
int balance;

static void spin_lock(int *word) {
  while (!__sync_bool_compare_and_swap(word, 0, 1))
    ;
}

static void spin_unlock(int *word) { __sync_lock_release(word); }

void *worker(void *arg) {
  (void)arg;
  spin_lock(&lock_word);
  balance += 5;
  spin_unlock(&lock_word);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  spin_lock(&lock_word);
  balance -= 5;
  spin_unlock(&lock_word);
  pthread_join(id, NULL);
  return 0;
}
