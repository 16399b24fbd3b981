// SPDX-License-Identifier: MIT OR Apache-2.0
// The table holds the same start routine twice.
#include <pthread.h>

int odd, even;

void *count_odd(void *arg) {
  (void)arg;
  odd++;
  return NULL;
}

void *count_even(void *arg) {
  (void)arg;
  even++;
  return NULL;
}

void *(*const routines[2])(void *) = {count_odd, count_odd};

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, routines[0], NULL);
  pthread_create(&second, NULL, routines[1], NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return odd - even;
}
