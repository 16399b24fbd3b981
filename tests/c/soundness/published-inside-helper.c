// The helper publishes the object that the caller believes to be fresh.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *head;

static struct node *make(void) {
  struct node *node = malloc(sizeof *node);
  pthread_mutex_lock(&mutex);
  node->next = head; // NORACE
  head = node; // NORACE
  pthread_mutex_unlock(&mutex);
  return node;
}

void *worker(void *unused) {
  struct node *node = make();
  node->data = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (head) // NORACE
    head->data = 2; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
