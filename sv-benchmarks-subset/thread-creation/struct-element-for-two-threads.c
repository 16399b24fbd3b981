// SPDX-License-Identifier: MIT OR Apache-2.0
// Two of the three threads work on the same element.
#include <pthread.h>

struct part {
  int from, to, sum;
};

void *add_up(void *arg) {
  struct part *part = arg;
  for (int i = part->from; i < part->to; i++)
    part->sum += i;
  return NULL;
}

int main(void) {
  struct part parts[3] = {{0, 10, 0}, {10, 20, 0}, {20, 30, 0}};
  pthread_t ids[3];
  int total = 0;
  for (int i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, add_up, &parts[i / 2]);
  for (int i = 0; i < 3; i++) {
    pthread_join(ids[i], NULL);
    total += parts[i].sum;
  }
  return total;
}
