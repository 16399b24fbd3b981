/* A pool of workers with a queue of jobs, a table with a lock for each bucket, and a logger with a thread of its own.
 *
 * BUG = 0 is right. BUG = 1 to 6 each leave one thing out:
 *   1  the number of finished jobs is counted without the lock of the pool;
 *   2  an entry of the table is found and changed without the lock of its bucket;
 *   3  the level of the logger is changed while it runs, without its lock;
 *   4  the result is read before the workers are joined;
 *   5  the queue is looked at without its lock;
 *   6  the number of dropped lines is changed under the wrong lock.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define WORKERS 3
#define QUEUE 16
#define BUCKETS 8
#define LINES 8
#define LINE 64
#define JOBS 12

/* ---- the logger ---- */

enum level { QUIET, NORMAL, CHATTY };

struct logger {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    char lines[LINES][LINE];
    int first;
    int count;
    int closed;
    int dropped;
    enum level level;
    long written;
};

static struct logger logger;
static pthread_t logger_thread;

static void logger_put(enum level level, const char *what, long number)
{
    pthread_mutex_lock(&logger.lock);
    if (level > logger.level) {
        pthread_mutex_unlock(&logger.lock);
        return;
    }
    if (logger.count == LINES) {
        logger.dropped++;
        pthread_mutex_unlock(&logger.lock);
        return;
    }
    int place = (logger.first + logger.count) % LINES;
    snprintf(logger.lines[place], LINE, "%s %ld", what, number);
    logger.count++;
    pthread_cond_signal(&logger.filled);
    pthread_mutex_unlock(&logger.lock);
}

static void *logger_run(void *unused)
{
    char line[LINE];
    (void)unused;
    pthread_mutex_lock(&logger.lock);
    for (;;) {
        while (logger.count == 0 && !logger.closed)
            pthread_cond_wait(&logger.filled, &logger.lock);
        if (logger.count == 0)
            break;
        memcpy(line, logger.lines[logger.first], LINE);
        logger.first = (logger.first + 1) % LINES;
        logger.count--;
        logger.written++;
        pthread_mutex_unlock(&logger.lock);
        fputs(line, stderr);
        fputc('\n', stderr);
        pthread_mutex_lock(&logger.lock);
    }
    pthread_mutex_unlock(&logger.lock);
    return NULL;
}

static int logger_open(enum level level)
{
    pthread_mutex_init(&logger.lock, NULL);
    pthread_cond_init(&logger.filled, NULL);
    logger.level = level;
    return pthread_create(&logger_thread, NULL, logger_run, NULL);
}

static void logger_set_level(enum level level)
{
#if BUG != 3
    pthread_mutex_lock(&logger.lock);
#endif
    logger.level = level;
#if BUG != 3
    pthread_mutex_unlock(&logger.lock);
#endif
}

static void logger_close(void)
{
    pthread_mutex_lock(&logger.lock);
    logger.closed = 1;
    pthread_cond_signal(&logger.filled);
    pthread_mutex_unlock(&logger.lock);
    pthread_join(logger_thread, NULL);
    pthread_cond_destroy(&logger.filled);
    pthread_mutex_destroy(&logger.lock);
}

/* ---- the table ---- */

struct entry {
    struct entry *next;
    long key;
    long value;
    int hits;
};

struct bucket {
    pthread_mutex_t lock;
    struct entry *head;
    int size;
};

static struct bucket table[BUCKETS];

static void table_open(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        pthread_mutex_init(&table[i].lock, NULL);
        table[i].head = NULL;
        table[i].size = 0;
    }
}

static struct bucket *bucket_of(long key)
{
    return &table[(unsigned long)key % BUCKETS];
}

static void table_add(long key, long value)
{
    struct bucket *bucket = bucket_of(key);
    pthread_mutex_lock(&bucket->lock);
    struct entry *entry = bucket->head;
    while (entry != NULL && entry->key != key)
        entry = entry->next;
    if (entry == NULL) {
        entry = malloc(sizeof *entry);
        if (entry == NULL) {
            pthread_mutex_unlock(&bucket->lock);
            return;
        }
        entry->key = key;
        entry->value = 0;
        entry->hits = 0;
        entry->next = bucket->head;
        bucket->head = entry;
        bucket->size++;
    }
    entry->value += value;
    pthread_mutex_unlock(&bucket->lock);
}

static long table_find(long key)
{
    long found = -1;
    struct bucket *bucket = bucket_of(key);
#if BUG != 2
    pthread_mutex_lock(&bucket->lock);
#endif
    for (struct entry *entry = bucket->head; entry != NULL; entry = entry->next) {
        if (entry->key == key) {
            entry->hits++;
            found = entry->value;
            break;
        }
    }
#if BUG != 2
    pthread_mutex_unlock(&bucket->lock);
#endif
    return found;
}

static long table_sum(void)
{
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
        pthread_mutex_lock(&table[i].lock);
        for (struct entry *entry = table[i].head; entry != NULL; entry = entry->next)
            sum += entry->value;
        pthread_mutex_unlock(&table[i].lock);
    }
    return sum;
}

static void table_close(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *entry = table[i].head;
        while (entry != NULL) {
            struct entry *next = entry->next;
            free(entry);
            entry = next;
        }
        table[i].head = NULL;
        pthread_mutex_destroy(&table[i].lock);
    }
}

/* ---- the pool ---- */

enum kind { ADD, FIND, SUM };

struct job {
    enum kind kind;
    long key;
    long value;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    pthread_cond_t emptied;
    struct job queue[QUEUE];
    int first;
    int count;
    int closed;
    long finished;
    long result;
    pthread_t workers[WORKERS];
};

static struct pool pool;

static void pool_put(const struct job *job)
{
    pthread_mutex_lock(&pool.lock);
    while (pool.count == QUEUE)
        pthread_cond_wait(&pool.emptied, &pool.lock);
    pool.queue[(pool.first + pool.count) % QUEUE] = *job;
    pool.count++;
    pthread_cond_signal(&pool.filled);
    pthread_mutex_unlock(&pool.lock);
}

static int pool_take(struct job *job)
{
#if BUG == 5
    if (pool.count > QUEUE / 2)
        logger_put(CHATTY, "busy", pool.count);
#endif
    pthread_mutex_lock(&pool.lock);
    while (pool.count == 0 && !pool.closed)
        pthread_cond_wait(&pool.filled, &pool.lock);
    if (pool.count == 0) {
        pthread_mutex_unlock(&pool.lock);
        return 0;
    }
    *job = pool.queue[pool.first];
    pool.first = (pool.first + 1) % QUEUE;
    pool.count--;
    pthread_cond_signal(&pool.emptied);
    pthread_mutex_unlock(&pool.lock);
    return 1;
}

static long job_run(const struct job *job)
{
    switch (job->kind) {
    case ADD:
        table_add(job->key, job->value);
        return 0;
    case FIND:
        return table_find(job->key);
    case SUM:
        return table_sum();
    }
    return 0;
}

static void pool_finish(long result)
{
#if BUG != 1
    pthread_mutex_lock(&pool.lock);
#endif
    pool.finished++;
#if BUG == 1
    pthread_mutex_lock(&pool.lock);
#endif
    pool.result += result;
#if BUG == 6
    if (result < 0)
        logger.dropped++;
#endif
    pthread_mutex_unlock(&pool.lock);
}

static void *worker_run(void *unused)
{
    struct job job;
    (void)unused;
    while (pool_take(&job)) {
        long result = job_run(&job);
        pool_finish(result);
        logger_put(CHATTY, "finished", result);
    }
    return NULL;
}

static int pool_open(void)
{
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.filled, NULL);
    pthread_cond_init(&pool.emptied, NULL);
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&pool.workers[i], NULL, worker_run, NULL) != 0)
            return -1;
    return 0;
}

static void pool_close(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.closed = 1;
    pthread_cond_broadcast(&pool.filled);
    pthread_mutex_unlock(&pool.lock);
}

static void pool_join(void)
{
    for (int i = 0; i < WORKERS; i++)
        pthread_join(pool.workers[i], NULL);
    pthread_cond_destroy(&pool.emptied);
    pthread_cond_destroy(&pool.filled);
    pthread_mutex_destroy(&pool.lock);
}

/* ---- the program ---- */

static long pool_progress(void)
{
    pthread_mutex_lock(&pool.lock);
    long finished = pool.finished;
    pthread_mutex_unlock(&pool.lock);
    return finished;
}

static void submit(enum kind kind, long key, long value)
{
    struct job job;
    job.kind = kind;
    job.key = key;
    job.value = value;
    pool_put(&job);
}

int main(int argc, char **argv)
{
    long result;
    (void)argv;
    table_open();
    if (logger_open(NORMAL) != 0)
        return 1;
    if (pool_open() != 0)
        return 1;
    logger_put(NORMAL, "started", WORKERS);
    for (long i = 0; i < JOBS; i++) {
        submit(ADD, i % 5, i);
        submit(FIND, i % 7, 0);
        if (i == JOBS / 2)
            logger_set_level(argc > 1 ? CHATTY : NORMAL);
    }
    submit(SUM, 0, 0);
    logger_put(NORMAL, "progress", pool_progress());
    pool_close();
#if BUG == 4
    result = pool.result;
    pool_join();
#else
    pool_join();
    result = pool.result;
#endif
    logger_put(NORMAL, "result", result);
    logger_close();
    table_close();
    printf("%ld\n", result);
    return 0;
}
