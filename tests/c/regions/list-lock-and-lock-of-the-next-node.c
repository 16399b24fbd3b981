// pepsin: exploration=off
// The lock of the next node is taken, through a loaded pointer.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  pthread_mutex_t lock;
  int value;
} *list;
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

void enter(struct node *node) { pthread_mutex_lock(&node->lock); }
void leave(struct node *node) { pthread_mutex_unlock(&node->lock); }
void bump(struct node *node) { node->value++; } // RACE REACHABLE

void *inserter(void *unused) {
  while (__VERIFIER_nondet_uint()) {
    struct node *node = malloc(sizeof *node);
    pthread_mutex_init(&node->lock, NULL);
    node->value = 0;
    pthread_mutex_lock(&list_lock);
    node->next = list; // NORACE
    list = node; // NORACE
    pthread_mutex_unlock(&list_lock);
  }
  return NULL;
}

void *walker(void *unused) {
  pthread_mutex_lock(&list_lock);
  struct node *node = list; // NORACE
  while (node && __VERIFIER_nondet_uint())
    node = node->next; // NORACE REACHABLE
  pthread_mutex_unlock(&list_lock);
  if (node) {
    struct node *next = node->next && __VERIFIER_nondet_uint() ? node->next : node; // NORACE
    enter(next);
    bump(node);
    leave(next);
  }
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, inserter, NULL);
  pthread_create(&ids[1], NULL, walker, NULL);
  pthread_create(&ids[2], NULL, walker, NULL);
  return 0;
}
