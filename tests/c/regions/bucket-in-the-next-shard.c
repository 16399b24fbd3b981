// The lists in a slot of one shard are changed under the lock of another one.
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item {
  int value;
  struct item *next;
};
struct shard {
  pthread_mutex_t lock;
  struct item *slots[4];
} shards[3];

static void add(unsigned hash) {
  struct shard *shard = &shards[hash % 2];
  pthread_mutex_lock(&shard->lock);
  struct item **slot = &shard->slots[hash / 2 % 4];
  if (!*slot)
    *slot = calloc(1, sizeof **slot); // RACE
  (*slot)->value++; // RACE
  pthread_mutex_unlock(&shard->lock);
}

static void add_behind(unsigned hash) {
  struct shard *shard = &shards[hash % 2];
  pthread_mutex_lock(&shard->lock);
  struct item **slot = &shard[1].slots[hash / 2 % 4];
  if (*slot) // RACE
    (*slot)->value++; // RACE
  pthread_mutex_unlock(&shard->lock);
}

static void *worker(void *unused) {
  add(__VERIFIER_nondet_uint());
  return NULL;
}

static void *other(void *unused) {
  add_behind(__VERIFIER_nondet_uint());
  return NULL;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 3; i++)
    pthread_mutex_init(&shards[i].lock, NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
