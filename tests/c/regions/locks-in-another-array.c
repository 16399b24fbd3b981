// The locks of the lists stand in another array.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
} *heads[8];
pthread_mutex_t locks[9];

void *worker(void *unused) {
  unsigned i = __VERIFIER_nondet_uint() % 8;
  struct node *node = malloc(sizeof *node);
  pthread_mutex_lock(&locks[i]);
  node->next = heads[i]; // NORACE REACHABLE
  node->value = 0; // NORACE
  heads[i] = node; // NORACE
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

void *walker(void *unused) {
  for (unsigned i = 0; i < 8; i++) {
    pthread_mutex_lock(&locks[i]);
    for (struct node *n = heads[i]; n; n = n->next) // NORACE
      n->value++; // NORACE REACHABLE
    pthread_mutex_unlock(&locks[i]);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  for (int i = 0; i < 9; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, walker, NULL);
  pthread_create(&third, NULL, walker, NULL);
  return 0;
}
