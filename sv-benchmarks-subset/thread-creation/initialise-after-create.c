// SPDX-License-Identifier: MIT OR Apache-2.0
// The first reader is started before the table is initialised.
#include <pthread.h>

int table[3];

void *reader(void *arg) {
  (void)arg;
  return (void *)(long)(table[0] + table[2]);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  for (int i = 0; i < 3; i++)
    table[i] = i * i;
  pthread_create(&second, NULL, reader, NULL);
  int seen = table[1];
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return seen;
}
