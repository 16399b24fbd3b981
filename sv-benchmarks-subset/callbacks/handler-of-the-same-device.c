// SPDX-License-Identifier: MIT OR Apache-2.0
// Two dispatchers serve the same device.
#include <pthread.h>

struct device {
  int state;
  int (*handle)(struct device *);
};

static int toggle(struct device *device) { return device->state = !device->state; }

static int step(struct device *device) { return device->state++; }

struct device lamp = {0, toggle};
struct device motor = {0, step};

void *dispatcher(void *arg) {
  struct device *device = arg;
  device->handle(device);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, dispatcher, &lamp);
  pthread_create(&second, NULL, dispatcher, &lamp);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return lamp.state + motor.state;
}
