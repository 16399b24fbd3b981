// A chain of a table is searched by the address of what leads to its next entry, in the table at first: nothing beside the table is written.
#include <pthread.h>
#include <stdlib.h>
struct entry {
  int key, value;
  struct entry *chain;
};
struct cache {
  pthread_rwlock_t lock;
  struct entry *table[16];
  int size;
} cache;

static void remove_entry(struct cache *c, int key) {
  struct entry **link = &c->table[key % 16];
  while (*link && (*link)->key != key) // NORACE
    link = &(*link)->chain;
  struct entry *found = *link;
  if (found) {
    *link = found->chain; // NORACE
    free(found);          // NORACE
    c->size--;            // NORACE
  }
}

static void *client(void *seed) {
  unsigned state = (unsigned)(size_t)seed;
  for (int round = 0; round < 100; round++) {
    int key = (int)rand_r(&state);
    struct entry *made = malloc(sizeof *made);
    if (!made)
      abort();
    made->key = key;
    made->value = 2 * key;
    pthread_rwlock_wrlock(&cache.lock);
    remove_entry(&cache, key);
    made->chain = cache.table[(unsigned)key % 16]; // NORACE
    cache.table[(unsigned)key % 16] = made;        // NORACE
    cache.size++;                                  // NORACE
    pthread_rwlock_unlock(&cache.lock);
  }
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_rwlock_init(&cache.lock, NULL);
  pthread_create(&one, NULL, client, (void *)1);
  pthread_create(&other, NULL, client, (void *)2);
  return 0;
}
