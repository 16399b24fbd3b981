// The lock of a shard protects the lists in all of its slots.
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item {
  unsigned key;
  int value;
  struct item *next;
};
struct shard {
  pthread_mutex_t lock;
  struct item *slots[16];
  unsigned count;
} shards[8];

static void add(unsigned hash) {
  struct shard *shard = &shards[hash % 8];
  struct item *item;
  pthread_mutex_lock(&shard->lock);
  struct item **slot = &shard->slots[hash / 8 % 16];
  for (item = *slot; item; item = item->next) // NORACE
    if (item->key == hash)                    // NORACE
      break;
  if (!item) {
    item = malloc(sizeof *item);
    item->key = hash;
    item->value = 0;    // NORACE
    item->next = *slot; // NORACE
    *slot = item;
    shard->count++; // NORACE
  }
  item->value++; // NORACE REACHABLE
  pthread_mutex_unlock(&shard->lock);
}

static unsigned sum(unsigned number) {
  unsigned sum = 0;
  pthread_mutex_lock(&shards[number].lock);
  for (unsigned i = 0; i < 16; i++)
    for (struct item *item = shards[number].slots[i]; item; item = item->next)
      sum += item->value; // NORACE REACHABLE
  pthread_mutex_unlock(&shards[number].lock);
  return sum;
}

static void *worker(void *unused) {
  add(__VERIFIER_nondet_uint());
  sum(__VERIFIER_nondet_uint() % 8);
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&shards[i].lock, NULL);
  for (int i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
