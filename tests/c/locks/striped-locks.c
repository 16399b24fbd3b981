// One lock serves every eighth bucket. Locks and buckets are arrays of their own, in allocated memory.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 64
#define LOCKS 8

struct node {
    unsigned key;
    int value;
    struct node *next;
};

static struct node **buckets;
static pthread_mutex_t *locks;

static void add(unsigned hash, int value) {
    pthread_mutex_lock(&locks[hash % LOCKS]);
    struct node *node = buckets[hash % BUCKETS]; // NORACE
    while (node && node->key != hash) // NORACE
        node = node->next; // NORACE
    if (!node) {
        node = malloc(sizeof *node);
        node->key = hash; // NORACE
        node->value = 0; // NORACE
        node->next = buckets[hash % BUCKETS]; // NORACE
        buckets[hash % BUCKETS] = node; // NORACE
    }
    node->value += value; // NORACE
    pthread_mutex_unlock(&locks[hash % LOCKS]);
}

static void *run(void *unused) {
    for (int i = 0; i < 100; i++)
        add((unsigned)rand(), i);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    buckets = calloc(BUCKETS, sizeof *buckets);
    locks = malloc(LOCKS * sizeof *locks);
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
