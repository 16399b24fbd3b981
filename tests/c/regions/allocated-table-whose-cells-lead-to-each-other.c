// Each shard leads to the next one, whose lock is another.
#include <pthread.h>
#include <stdlib.h>

#define SHARDS 8

struct shard {
    pthread_mutex_t lock;
    int count;
    struct shard *next;
};

static void *run(void *argument) {
    struct shard *shards = argument;
    for (int i = 0; i < SHARDS; i++) {
        struct shard *shard = &shards[i];
        pthread_mutex_lock(&shard->lock);
        shard->next = &shards[(i + 1) % SHARDS];
        shard->count++; // RACE
        shard->next->count++; // RACE
        pthread_mutex_unlock(&shard->lock);
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    struct shard *shards = calloc(SHARDS, sizeof *shards);
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_init(&shards[i].lock, NULL);
    pthread_create(&first, NULL, run, shards);
    pthread_create(&second, NULL, run, shards);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
