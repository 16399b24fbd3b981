// SPDX-License-Identifier: MIT OR Apache-2.0
// The table is filled by pthread_once, whoever comes first; all read it afterwards.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table[4];

static void fill(void) {
  for (int i = 0; i < 4; i++)
    table[i] = 2 * i;
}

static int lookup(int index) {
  pthread_once(&once, fill);
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
