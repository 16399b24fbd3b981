// Wide characters may be the bytes of a pointer.
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

struct node {
  struct node *next;
  int value;
};

struct node *one_list, *other_list;
pthread_mutex_t one_lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&one_lock);
  for (struct node *node = one_list; node; node = node->next)
    node->value++; // RACE
  pthread_mutex_unlock(&one_lock);
  return NULL;
}

void *other(void *unused) {
  pthread_mutex_lock(&other_lock);
  for (struct node *node = other_list; node; node = node->next)
    node->value++; // RACE
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
  wmemcpy((wchar_t *)&other_list, (wchar_t *)&one_list, sizeof one_list / sizeof(wchar_t));
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
