// SPDX-License-Identifier: MIT OR Apache-2.0
// Waiting for a spin lock by trying it again and again.
#include <pthread.h>

pthread_spinlock_t spin;
int owner;

void *claimer(void *arg) {
  while (pthread_spin_trylock(&spin) != 0)
    ;
  owner = (int)(long)arg;
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&ids[0], NULL, claimer, (void *)1L);
  pthread_create(&ids[1], NULL, claimer, (void *)2L);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return owner;
}
