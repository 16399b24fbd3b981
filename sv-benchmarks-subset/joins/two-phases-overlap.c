// SPDX-License-Identifier: MIT OR Apache-2.0
// A worker of the second phase starts before the last one of the first phase was joined.
#include <pthread.h>

int data[2];

void *first_phase(void *arg) {
  int index = (int)(long)arg;
  data[index] = index;
  return NULL;
}

void *second_phase(void *arg) {
  int index = (int)(long)arg;
  return (void *)(long)(data[1 - index] + index);
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, first_phase, (void *)0L);
  pthread_create(&b, NULL, first_phase, (void *)1L);
  pthread_join(a, NULL);
  pthread_create(&c, NULL, second_phase, (void *)0L);
  pthread_join(b, NULL);
  pthread_create(&d, NULL, second_phase, (void *)1L);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
