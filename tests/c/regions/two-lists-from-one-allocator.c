// Two lists, each under its own lock, with nodes from one allocator.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
} *first, *second;
pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;

struct node *make(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = NULL;
  return node;
}

void *worker(void *unused) {
  while (__VERIFIER_nondet_uint()) {
    struct node *node = make(1);
    pthread_mutex_lock(&first_lock);
    node->next = first; // NORACE REACHABLE
    first = node; // NORACE
    for (struct node *n = first; n; n = n->next) // NORACE
      n->value++; // NORACE REACHABLE
    pthread_mutex_unlock(&first_lock);
    node = make(2);
    pthread_mutex_lock(&second_lock);
    node->next = second; // NORACE REACHABLE
    second = node; // NORACE
    for (struct node *n = second; n; n = n->next) // NORACE
      n->value++; // NORACE REACHABLE
    pthread_mutex_unlock(&second_lock);
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  return 0;
}
