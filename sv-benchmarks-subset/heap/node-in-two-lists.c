// SPDX-License-Identifier: MIT OR Apache-2.0
// The head of one list is made the head of the other as well.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct list {
  pthread_mutex_t mutex;
  struct node *head;
};

struct list inbox = {PTHREAD_MUTEX_INITIALIZER, NULL};
struct list outbox = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void list_push(struct list *list, int value) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    abort();
  node->value = value;
  pthread_mutex_lock(&list->mutex);
  node->next = list->head;
  list->head = node;
  pthread_mutex_unlock(&list->mutex);
}

static void list_bump(struct list *list) {
  pthread_mutex_lock(&list->mutex);
  if (list->head != NULL)
    list->head->value++;
  pthread_mutex_unlock(&list->mutex);
}

void *worker(void *arg) {
  (void)arg;
  list_bump(&inbox);
  list_bump(&outbox);
  return NULL;
}

int main(void) {
  pthread_t id;
  list_push(&inbox, 1);
  outbox.head = inbox.head;
  pthread_create(&id, NULL, worker, NULL);
  list_bump(&outbox);
  list_bump(&inbox);
  pthread_join(id, NULL);
  return 0;
}
