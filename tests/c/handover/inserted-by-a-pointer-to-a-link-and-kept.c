// pepsin: exploration=off
// Who has put a node in by a pointer to a link, or has found one so without taking it out, does not own it.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int key, hits;
  struct node *next;
};
struct list {
  pthread_mutex_t lock;
  struct node *head;
};
static struct list list = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void insert(struct node *node) {
  pthread_mutex_lock(&list.lock);
  struct node **link = &list.head;
  while (*link && (*link)->key < node->key) // NORACE
    link = &(*link)->next;
  node->next = *link; // NORACE
  *link = node;       // NORACE
  pthread_mutex_unlock(&list.lock);
  node->hits = 1; // RACE
}

static struct node *find(int key) {
  pthread_mutex_lock(&list.lock);
  struct node **link = &list.head;
  while (*link && (*link)->key != key) // NORACE
    link = &(*link)->next;
  struct node *found = *link; // NORACE
  pthread_mutex_unlock(&list.lock);
  return found;
}

static void *work(void *unused) {
  for (int i = 0; i < 20; i++) {
    struct node *node = find(i);
    if (node)
      node->hits++; // RACE
  }
  return unused;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 20; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      exit(1);
    node->key = i; // NORACE
    insert(node);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
