// SPDX-License-Identifier: MIT OR Apache-2.0
// The thread id travels through a struct and a join wrapper.
#include <pthread.h>

struct service {
  pthread_t thread;
  int answer;
};

struct service service;

void *serve(void *arg) {
  struct service *self = arg;
  self->answer = 42;
  return NULL;
}

static void stop(struct service *which) {
  pthread_t id = which->thread;
  pthread_join(id, NULL);
}

int main(void) {
  pthread_create(&service.thread, NULL, serve, &service);
  stop(&service);
  service.answer++;
  return 0;
}
