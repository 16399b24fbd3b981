// SPDX-License-Identifier: MIT OR Apache-2.0
// The spin lock is released before the second value is changed.
#include <pthread.h>

pthread_spinlock_t spin;
struct { int x, y; } point;

void *mover(void *arg) {
  (void)arg;
  pthread_spin_lock(&spin);
  point.x++;
  pthread_spin_unlock(&spin);
  point.y++;
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
