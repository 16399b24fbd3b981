// Each thread takes from a copy of the list of its own, so both have the same node: what a parameter is passed comes without a write.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
struct list {
  pthread_mutex_t m;
  struct node *head;
};
static struct list list = {.m = PTHREAD_MUTEX_INITIALIZER};

static struct node *take(struct list *l) {
  pthread_mutex_lock(&l->m);
  struct node *n = l->head;
  if (n)
    l->head = n->next;
  pthread_mutex_unlock(&l->m);
  return n;
}

static struct node *take_of(struct list copy) {
  struct list *l = &copy;
  return take(l);
}

static void *pop(void *unused) {
  struct node *n = take_of(list);
  if (n)
    n->value++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    return 1;
  pthread_mutex_lock(&list.m);
  n->next = list.head;
  list.head = n;
  pthread_mutex_unlock(&list.m);
  pthread_create(&first, NULL, pop, NULL);
  pthread_create(&second, NULL, pop, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
