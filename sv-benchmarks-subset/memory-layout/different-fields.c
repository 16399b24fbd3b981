// SPDX-License-Identifier: MIT OR Apache-2.0
// Two threads write different fields of one struct.
#include <pthread.h>

struct pair {
  int first;
  int second;
};

struct pair pair;

void *worker(void *arg) {
  struct pair *mine = arg;
  mine->first = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, &pair);
  pair.second = 2;
  pthread_join(id, NULL);
  return pair.first;
}
