// SPDX-License-Identifier: MIT OR Apache-2.0
// A spin lock guards a pair of values that are changed together.
#include <pthread.h>

pthread_spinlock_t spin;
struct { int x, y; } point;

void *mover(void *arg) {
  (void)arg;
  pthread_spin_lock(&spin);
  point.x++;
  point.y++;
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&ids[0], NULL, mover, NULL);
  pthread_create(&ids[1], NULL, mover, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  pthread_spin_destroy(&spin);
  return point.x - point.y;
}
