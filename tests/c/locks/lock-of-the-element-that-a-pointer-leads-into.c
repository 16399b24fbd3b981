// A pointer to an element of an array inside of a record leads into that record, whichever element it is.
#include <pthread.h>
int input(void);

struct shard {
  pthread_mutex_t lock;
  int counts[16];
  int sum;
};
static struct shard shards[8];

static void add(unsigned hash) {
  struct shard *shard = &shards[hash % 8];
  pthread_mutex_lock(&shard->lock);
  int *count = &shard->counts[hash / 8 % 16];
  ++*count;           // NORACE
  shard->sum += *count; // NORACE
  pthread_mutex_unlock(&shard->lock);
}

static void *worker(void *argument) {
  for (int i = 0; i < 500; i++)
    add(input());
  return argument;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&shards[i].lock, NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
