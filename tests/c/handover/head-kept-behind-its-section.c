// pepsin: exploration=off
// Two threads read the head of a list by an address that they have kept, each under the lock of another list.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
struct list {
  pthread_mutex_t lock;
  struct node *head;
};
static struct list shared = {PTHREAD_MUTEX_INITIALIZER, NULL};
static struct list mine = {PTHREAD_MUTEX_INITIALIZER, NULL};
static struct list yours = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void *touch(void *argument) {
  struct list *own = argument;
  pthread_mutex_lock(&shared.lock);
  struct node **link = &shared.head;
  pthread_mutex_unlock(&shared.lock);
  pthread_mutex_lock(&own->lock);
  struct node *node = *link;
  if (node)
    node->value++; // RACE
  pthread_mutex_unlock(&own->lock);
  return NULL;
}

int main(void) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    exit(1);
  node->value = 0;
  node->next = NULL;
  shared.head = node;
  pthread_t one, other;
  pthread_create(&one, NULL, touch, &mine);
  pthread_create(&other, NULL, touch, &yours);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
