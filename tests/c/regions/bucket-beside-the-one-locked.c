// pepsin: exploration=off
// The pointer to the bucket moves to the next one, whose nodes another lock protects.
#include <pthread.h>
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
  unsigned i = __VERIFIER_nondet_uint() % 7;
  struct node *node = malloc(sizeof *node);
  node->value = 0;
  pthread_mutex_lock(&table[i].lock);
  node->next = table[i].head; // NORACE REACHABLE
  table[i].head = node; // RACE
  struct bucket *bucket = &table[i];
  bucket = bucket + 1;
  for (struct node *n = bucket->head; n; n = n->next) // RACE
    n->value++; // REACHABLE
  pthread_mutex_unlock(&table[i].lock);
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
