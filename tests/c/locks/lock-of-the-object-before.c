// pepsin: exploration=off
// The lock is that of the object that the pointer led to before.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int items[16];
  struct node *next;
  pthread_mutex_t lock;
};

void *producer(void *argument) {
  struct node *node = argument;
  pthread_mutex_t *lock = &node->lock;
  pthread_mutex_lock(lock);
  node = node->next;
  node->items[rand() % 16] = 1; // RACE
  pthread_mutex_unlock(lock);
  return NULL;
}

static struct node *make(struct node *next) {
  struct node *node = malloc(sizeof *node);
  pthread_mutex_init(&node->lock, NULL);
  node->next = next;
  return node;
}

int main(void) {
  pthread_t first, second;
  struct node *last = make(NULL);
  pthread_create(&first, NULL, producer, make(last));
  pthread_create(&second, NULL, producer, make(last));
  return 0;
}
