// The initial values of an array link the list of one bucket to a node of another one, which the lock of the first does not protect.
#include <pthread.h>
#include <stddef.h>
struct node {
  int count;
  struct node *next;
};
struct bucket {
  pthread_mutex_t lock;
  struct node *list;
  struct node first;
};
static struct bucket table[2] = {
    {PTHREAD_MUTEX_INITIALIZER, &table[1].first, {0, NULL}},
    {PTHREAD_MUTEX_INITIALIZER, &table[1].first, {0, NULL}},
};

static void *worker(void *argument) {
  struct bucket *bucket = &table[argument != NULL];
  pthread_mutex_lock(&bucket->lock);
  if (bucket->list)
    bucket->list->count++; // RACE CONFIRMED
  pthread_mutex_unlock(&bucket->lock);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, &other);
  return 0;
}
