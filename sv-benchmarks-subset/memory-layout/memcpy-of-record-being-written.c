// SPDX-License-Identifier: MIT OR Apache-2.0
// memcpy reads the record to which the worker writes.
#include <pthread.h>
#include <string.h>

struct record {
  int key;
  int payload[4];
};

struct record records[2];

void *worker(void *arg) {
  (void)arg;
  records[1].payload[3] = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  struct record copy;
  pthread_create(&id, NULL, worker, NULL);
  memcpy(&copy, &records[1], sizeof copy);
  pthread_join(id, NULL);
  return copy.key;
}
