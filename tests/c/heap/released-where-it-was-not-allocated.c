// What is released is the beginning of something allocated: neither a variable, nor the middle of an object.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *previous, *next;
};

static struct cache {
  int size;
  struct node head;
  pthread_mutex_t lock;
} *cache;

static int fallback = 7;

static void *client(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&cache->lock);
    if (cache->size >= 4) { // NORACE
      struct node *old = cache->head.previous;
      old->previous->next = old->next;
      old->next->previous = old->previous;
      free(old); // NORACE
      cache->size--;
    }
    struct node *new = malloc(sizeof *new);
    new->next = cache->head.next;
    new->previous = &cache->head;
    cache->head.next->previous = new;
    cache->head.next = new;
    cache->size++;
    pthread_mutex_unlock(&cache->lock);
  }
  return unused;
}

static void release(int *number, int is_mine) {
  if (is_mine)
    free(number); // NORACE
}

int main(int argc, char **argv) {
  pthread_t first, second;
  cache = calloc(1, sizeof *cache);
  cache->head.next = cache->head.previous = &cache->head;
  pthread_mutex_init(&cache->lock, NULL);
  pthread_create(&first, NULL, client, NULL);
  pthread_create(&second, NULL, client, &fallback);
  int *number = argc > 1 ? malloc(sizeof *number) : &fallback;
  release(number, argc > 1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
