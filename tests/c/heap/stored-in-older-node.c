// The pointer is stored in an older object of the same site, which is published.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
} *head;

void *worker(void *unused) {
  if (head->next) // NORACE
    head->next->data = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = head; // NORACE
    node->data = 0; // NORACE
    head = node; // NORACE
  }
  pthread_create(&id, NULL, worker, NULL);
  head->next->data = 2; // RACE
  return 0;
}
