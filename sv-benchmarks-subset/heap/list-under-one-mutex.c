// SPDX-License-Identifier: MIT OR Apache-2.0
// A linked list whose nodes are inserted and walked under one mutex.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *head;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    abort();
  node->value = value;
  pthread_mutex_lock(&mutex);
  node->next = head;
  head = node;
  pthread_mutex_unlock(&mutex);
}

void *worker(void *arg) {
  (void)arg;
  push(1);
  pthread_mutex_lock(&mutex);
  for (struct node *node = head; node != NULL; node = node->next)
    node->value *= 2;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(0);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  push(2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
