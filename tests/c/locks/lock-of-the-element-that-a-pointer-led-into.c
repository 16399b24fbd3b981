// The record is another one, and locked, before the pointer leads into it.
#include <pthread.h>
int input(void);

struct shard {
  pthread_mutex_t lock;
  int counts[16];
};
static struct shard shards[8];

static void *worker(void *argument) {
  struct shard *shard = &shards[(unsigned)input() % 8];
  int *count = &shard->counts[(unsigned)input() % 16];
  shard = &shards[(unsigned)input() % 8];
  pthread_mutex_lock(&shard->lock);
  ++*count; // RACE
  pthread_mutex_unlock(&shard->lock);
  return argument;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&shards[i].lock, NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
