// pepsin: exploration=off
// The node is read again behind the lock.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
};
struct bucket {
  pthread_mutex_t lock;
  struct node *head;
} table[8];

void *worker(void *unused) {
  unsigned i = __VERIFIER_nondet_uint() % 8;
  struct node *node = malloc(sizeof *node);
  node->value = 0;
  pthread_mutex_lock(&table[i].lock);
  node->next = table[i].head; // NORACE REACHABLE
  table[i].head = node; // NORACE
  for (struct node *n = table[i].head; n; n = n->next) // NORACE
    n->value++; // RACE REACHABLE
  pthread_mutex_unlock(&table[i].lock);
  node->value++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&table[i].lock, NULL);
  for (int i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  return 0;
}
