// pepsin: exploration=off
// Memory is a node for one thread, and a list for another one, which never names its head but by the address.
#include <pthread.h>
#include <stdlib.h>
struct node {
  char room[sizeof(pthread_mutex_t)];
  struct node *next;
  int value;
};
struct list {
  pthread_mutex_t lock;
  struct node *head;
};
static void *hidden;

int is_empty(const struct list *list) { return list->head == NULL; }

static void *extract(void *unused) {
  struct list *list = hidden;
  pthread_mutex_lock(&list->lock);
  struct node **link = &list->head;
  struct node *node = *link;
  if (node)
    *link = node->next;
  pthread_mutex_unlock(&list->lock);
  if (node)
    node->value++; // RACE
  return unused;
}

int main(void) {
  struct node *outer = calloc(1, sizeof *outer);
  struct node *inner = malloc(sizeof *inner);
  if (!outer || !inner)
    exit(1);
  hidden = outer;
  struct list *list = hidden;
  pthread_mutex_init(&list->lock, NULL);
  inner->next = NULL;
  inner->value = 0;
  outer->next = inner;
  pthread_t thread;
  pthread_create(&thread, NULL, extract, NULL);
  inner->value++; // RACE
  pthread_join(thread, NULL);
  return 0;
}
