// SPDX-License-Identifier: MIT OR Apache-2.0
// A plain flag in place of pthread_once lets two threads fill the table.
#include <pthread.h>

int filled;
int table[4];

static void fill(void) {
  for (int i = 0; i < 4; i++)
    table[i] = 2 * i;
}

static int lookup(int index) {
  if (!filled) {
    fill();
    filled = 1;
  }
  return table[index];
}

void *worker(void *arg) {
  (void)arg;
  return (void *)(long)lookup(1);
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int seen = lookup(2);
  pthread_join(id, NULL);
  return seen;
}
