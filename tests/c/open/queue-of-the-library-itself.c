// pepsin: open=always
// A queue of the library's own, with nodes that push hands to pop.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int job;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

int push(int job) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return -1;
  node->job = job; // NORACE
  pthread_mutex_lock(&lock);
  node->next = head; // NORACE
  head = node;       // NORACE
  pthread_mutex_unlock(&lock);
  return 0;
}

int pop(void) {
  pthread_mutex_lock(&lock);
  struct node *node = head; // NORACE
  if (node)
    head = node->next; // NORACE
  pthread_mutex_unlock(&lock);
  if (!node)
    return -1;
  int job = node->job; // NORACE
  free(node);          // NORACE
  return job;
}
