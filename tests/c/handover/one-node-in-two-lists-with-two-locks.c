// Two lists that begin with one node, each with a lock of its own.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct node *one_list, *other_list;
pthread_mutex_t one_lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&one_lock);
  if (one_list)
    one_list->value++; // RACE
  pthread_mutex_unlock(&one_lock);
  return NULL;
}

void *other(void *unused) {
  pthread_mutex_lock(&other_lock);
  if (other_list)
    other_list->value++; // RACE
  pthread_mutex_unlock(&other_lock);
  return NULL;
}

int main(void) {
  struct node *node = malloc(sizeof *node);
  pthread_t first, second;
  if (node == NULL)
    return 1;
  node->value = 0;
  node->next = NULL;
  one_list = node;
  other_list = one_list;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
