// Nodes are reached under the lock of the list only.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
} *head;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  struct node *node = malloc(sizeof *node);
  node->data = 0; // NORACE
  pthread_mutex_lock(&mutex);
  node->next = head; // NORACE
  head = node; // NORACE
  head->data++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  for (struct node *at = head; at; at = at->next) // NORACE
    at->data--; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
