// A table of shards that is allocated: the lock of a shard protects the lists in its inner array.
#include <pthread.h>
#include <stdlib.h>

#define SHARDS 8
#define SLOTS 16

struct item {
    unsigned key;
    int value;
    struct item *next;
};

struct shard {
    pthread_mutex_t lock;
    struct item *slots[SLOTS];
    size_t count;
};

struct table {
    struct shard shards[SHARDS];
};

static struct table *table_new(void) {
    struct table *table = calloc(1, sizeof *table);
    if (table)
        for (int i = 0; i < SHARDS; i++)
            pthread_mutex_init(&table->shards[i].lock, NULL);
    return table;
}

static void add(struct table *table, unsigned hash) {
    struct shard *shard = &table->shards[hash % SHARDS];
    pthread_mutex_lock(&shard->lock);
    struct item **slot = &shard->slots[hash / SHARDS % SLOTS];
    struct item *item = *slot; // NORACE
    while (item && item->key != hash) // NORACE
        item = item->next; // NORACE
    if (!item) {
        item = malloc(sizeof *item);
        item->key = hash; // NORACE
        item->value = 0; // NORACE
        item->next = *slot; // NORACE
        *slot = item; // NORACE
        shard->count++; // NORACE
    }
    item->value++; // NORACE
    pthread_mutex_unlock(&shard->lock);
}

static void *run(void *argument) {
    for (unsigned i = 0; i < 500; i++)
        add(argument, (unsigned)rand());
    return NULL;
}

int main(void) {
    pthread_t first, second;
    struct table *table = table_new();
    if (!table)
        return 1;
    pthread_create(&first, NULL, run, table);
    pthread_create(&second, NULL, run, table);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
