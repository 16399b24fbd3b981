// SPDX-License-Identifier: MIT OR Apache-2.0
// An intrusive list in the manner of kernels: the node is found from its embedded list head.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct list_head {
  struct list_head *next;
};

struct device {
  int events;
  struct list_head link;
};

#define device_of(position) \
  ((struct device *)((char *)(position) - offsetof(struct device, link)))

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct list_head devices;

static void device_add(struct device *device) {
  device->events = 0;
  pthread_mutex_lock(&mutex);
  device->link.next = devices.next;
  devices.next = &device->link;
  pthread_mutex_unlock(&mutex);
}

void *poller(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  for (struct list_head *at = devices.next; at != NULL; at = at->next)
    device_of(at)->events++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct device *keyboard = malloc(sizeof *keyboard);
  struct device *mouse = malloc(sizeof *mouse);
  if (keyboard == NULL || mouse == NULL)
    return 1;
  device_add(keyboard);
  pthread_create(&first, NULL, poller, NULL);
  pthread_create(&second, NULL, poller, NULL);
  device_add(mouse);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
