// SPDX-License-Identifier: MIT OR Apache-2.0
// The two first steps of Peterson's algorithm are swapped, so that both threads may enter.
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int critical;

static void enter(int me) {
  turn = 1 - me;
  wants[me] = 1;
  while (wants[1 - me] && turn == 1 - me)
    ;
}

static void leave(int me) { wants[me] = 0; }

void *worker(void *arg) {
  (void)arg;
  enter(1);
  critical++;
  leave(1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  enter(0);
  critical++;
  leave(0);
  return 0;
}
