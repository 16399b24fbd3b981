// SPDX-License-Identifier: MIT OR Apache-2.0
// Each heap object carries a mutex, and its data is changed under that mutex only.
#include <pthread.h>
#include <stdlib.h>

struct item {
  pthread_mutex_t mutex;
  int amount;
};

struct item *items[2];

static struct item *item_new(int amount) {
  struct item *item = malloc(sizeof *item);
  if (item == NULL)
    abort();
  pthread_mutex_init(&item->mutex, NULL);
  item->amount = amount;
  return item;
}

static void item_add(struct item *item, int amount) {
  pthread_mutex_lock(&item->mutex);
  item->amount += amount;
  pthread_mutex_unlock(&item->mutex);
}

void *worker(void *arg) {
  (void)arg;
  item_add(items[0], 1);
  item_add(items[1], 2);
  return NULL;
}

int main(void) {
  pthread_t id;
  items[0] = item_new(10);
  items[1] = item_new(20);
  pthread_create(&id, NULL, worker, NULL);
  item_add(items[1], 3);
  item_add(items[0], 4);
  pthread_join(id, NULL);
  return 0;
}
