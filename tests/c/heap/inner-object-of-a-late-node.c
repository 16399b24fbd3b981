// Only a late node of the list has data; they become known with it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int *data;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *published;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  struct node *node = published;
  pthread_mutex_unlock(&mutex);
  if (node && node->data)
    *node->data = 2; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 0; i < 100; i++) {
    struct node *node = malloc(sizeof *node);
    node->data = NULL;
    if (i > 50)
      node->data = malloc(sizeof(int));
    pthread_mutex_lock(&mutex);
    published = node;
    pthread_mutex_unlock(&mutex);
    if (node->data)
      *node->data = 1; // RACE
  }
  pthread_join(thread, NULL);
  return 0;
}
