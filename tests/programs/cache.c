/* A cache of strings: a hash table under a read-write lock, a list of recent use under a mutex, and readers and writers.
 * BUG 1: hits counted under the read lock; 2: the list of use changed under the read lock alone; 3: size read without lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif
#define BUCKETS 32
#define MOST 64
#define KEY 24
#define READERS 3
#define WRITERS 2
#define ROUNDS 200

struct item {
    char key[KEY];
    char *value;
    struct item *chain;
    struct item *newer, *older;
};

struct cache {
    pthread_rwlock_t lock;
    struct item *buckets[BUCKETS];
    pthread_mutex_t use_lock;
    struct item *newest, *oldest;
    size_t size;
    unsigned long hits, misses;
    pthread_mutex_t count_lock;
};

static struct cache *the_cache;

static unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h % BUCKETS;
}

static struct cache *cache_new(void)
{
    struct cache *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    pthread_rwlock_init(&c->lock, NULL);
    pthread_mutex_init(&c->use_lock, NULL);
    pthread_mutex_init(&c->count_lock, NULL);
    return c;
}

static void unlink_item(struct cache *c, struct item *it)
{
    if (it->newer)
        it->newer->older = it->older;
    else
        c->newest = it->older;
    if (it->older)
        it->older->newer = it->newer;
    else
        c->oldest = it->newer;
}

static void push_newest(struct cache *c, struct item *it)
{
    it->newer = NULL;
    it->older = c->newest;
    if (c->newest)
        c->newest->newer = it;
    else
        c->oldest = it;
    c->newest = it;
}

static struct item *find(struct cache *c, const char *key)
{
    for (struct item *it = c->buckets[hash(key)]; it; it = it->chain)
        if (strcmp(it->key, key) == 0)
            return it;
    return NULL;
}

static void count(struct cache *c, int hit)
{
#if BUG != 1
    pthread_mutex_lock(&c->count_lock);
#endif
    if (hit)
        c->hits++;
    else
        c->misses++;
#if BUG != 1
    pthread_mutex_unlock(&c->count_lock);
#endif
}

static int cache_get(struct cache *c, const char *key, char *out, size_t room)
{
    int found = 0;
    pthread_rwlock_rdlock(&c->lock);
    struct item *it = find(c, key);
    if (it) {
        snprintf(out, room, "%s", it->value);
#if BUG != 2
        pthread_mutex_lock(&c->use_lock);
#endif
        unlink_item(c, it);
        push_newest(c, it);
#if BUG != 2
        pthread_mutex_unlock(&c->use_lock);
#endif
        found = 1;
    }
    count(c, found);
    pthread_rwlock_unlock(&c->lock);
    return found;
}

static void drop_oldest(struct cache *c)
{
    struct item *old = c->oldest;
    if (!old)
        return;
    struct item **at = &c->buckets[hash(old->key)];
    while (*at && *at != old)
        at = &(*at)->chain;
    if (*at)
        *at = old->chain;
    unlink_item(c, old);
    c->size--;
    free(old->value);
    free(old);
}

static int cache_put(struct cache *c, const char *key, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return -1;
    pthread_rwlock_wrlock(&c->lock);
    struct item *it = find(c, key);
    if (it) {
        free(it->value);
        it->value = copy;
        pthread_mutex_lock(&c->use_lock);
        unlink_item(c, it);
        push_newest(c, it);
        pthread_mutex_unlock(&c->use_lock);
    } else {
        it = malloc(sizeof *it);
        if (!it) {
            pthread_rwlock_unlock(&c->lock);
            free(copy);
            return -1;
        }
        snprintf(it->key, sizeof it->key, "%s", key);
        it->value = copy;
        it->chain = c->buckets[hash(key)];
        c->buckets[hash(key)] = it;
        pthread_mutex_lock(&c->use_lock);
        push_newest(c, it);
        if (++c->size > MOST)
            drop_oldest(c);
        pthread_mutex_unlock(&c->use_lock);
    }
    pthread_rwlock_unlock(&c->lock);
    return 0;
}

static size_t cache_size(struct cache *c)
{
#if BUG == 3
    return c->size;
#else
    pthread_rwlock_rdlock(&c->lock);
    size_t size = c->size;
    pthread_rwlock_unlock(&c->lock);
    return size;
#endif
}

static void *reader(void *argument)
{
    char key[KEY], value[128];
    unsigned seed = (unsigned)(size_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        seed = seed * 1103515245 + 12345;
        snprintf(key, sizeof key, "k%u", seed % 100);
        cache_get(the_cache, key, value, sizeof value);
    }
    return NULL;
}

static void *writer(void *argument)
{
    char key[KEY], value[64];
    unsigned seed = (unsigned)(size_t)argument * 7;
    for (int i = 0; i < ROUNDS; i++) {
        seed = seed * 1103515245 + 12345;
        snprintf(key, sizeof key, "k%u", seed % 100);
        snprintf(value, sizeof value, "value %d of %u", i, seed);
        if (cache_put(the_cache, key, value) < 0)
            break;
    }
    return NULL;
}

int main(void)
{
    pthread_t readers[READERS], writers[WRITERS];
    the_cache = cache_new();
    if (!the_cache)
        return 1;
    for (size_t i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, writer, (void *)(i + 1));
    for (size_t i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, reader, (void *)(i + 1));
    printf("%zu items so far\n", cache_size(the_cache));
    for (size_t i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    for (size_t i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    printf("%lu hits, %lu misses\n", the_cache->hits, the_cache->misses);
    return 0;
}
