// Head and tail lead to one node: who follows the tail without the lock races with who follows the head under it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct node *head, *tail;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
  pthread_mutex_lock(&lock);
  if (head)
    head->value++; // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

void *last(void *unused) {
  if (tail)
    tail->value++; // RACE
  return NULL;
}

int main(void) {
  struct node *node = malloc(sizeof *node);
  pthread_t one, other;
  if (node == NULL)
    return 1;
  node->value = 0;
  node->next = NULL;
  head = tail = node;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, last, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
