// From a pointer into one record a member of the one in front is reached, whose lock is not held.
#include <pthread.h>
int input(void);

struct shard {
  int before;
  pthread_mutex_t lock;
  int counts[16];
};
static struct shard shards[8];

static void *worker(void *argument) {
  struct shard *shard = &shards[(unsigned)input() % 8];
  pthread_mutex_lock(&shard->lock); // IMPRECISE
  int *count = &shard->counts[(unsigned)input() % 16];
  *count = 1; // IMPRECISE
  char *bytes = (char *)shards + ((char *)count - (char *)shards);
  bytes = bytes - ((char *)count - (char *)shards) % (long)sizeof *shard;
  ((struct shard *)(bytes > (char *)shards ? bytes - sizeof *shard : bytes))->before = 1; // RACE
  pthread_mutex_unlock(&shard->lock); // IMPRECISE
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
