// SPDX-License-Identifier: MIT OR Apache-2.0
// The service is detached where it should be joined.
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
  pthread_detach(id);
}

int main(void) {
  pthread_create(&service.thread, NULL, serve, &service);
  stop(&service);
  service.answer++;
  return 0;
}
