// pepsin: exploration=off
// The lock of all lists is released before the list is walked, by two threads at once.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int seen;
  struct node *next;
};
struct list {
  struct node *head;
};
static struct list list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int walks;

static void *walk(void *unused) {
  pthread_mutex_lock(&lock);
  walks++; // NORACE
  pthread_mutex_unlock(&lock);
  for (struct node *node = list.head; node; node = node->next)
    node->seen++; // RACE
  return unused;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      exit(1);
    node->seen = 0;
    node->next = list.head;
    list.head = node;
  }
  pthread_t walker;
  pthread_create(&walker, NULL, walk, NULL);
  walk(NULL);
  pthread_join(walker, NULL);
  return 0;
}
