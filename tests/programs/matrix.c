/* Multiplies matrices in blocks, then a pipeline of stages over rows: scale, smooth, sum.
 * BUG 1: sum added without lock; 2: barrier between phases left out; 3: stage progress published without lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif
#define N 64
#define THREADS 4
#define SLOTS 8

static double a[N][N], b[N][N], c[N][N];
static double trace;
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t phase;

struct part {
    int number, from, to;
    double local;
};

struct row {
    int index;
    double values[N];
};

struct channel {
    struct row *slots[SLOTS];
    int in, out, count, done;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

static struct channel scaled, smoothed;
static int progress[3];
static pthread_mutex_t progress_lock = PTHREAD_MUTEX_INITIALIZER;
static double total;

static void channel_init(struct channel *ch)
{
    memset(ch->slots, 0, sizeof ch->slots);
    ch->in = ch->out = ch->count = ch->done = 0;
    pthread_mutex_init(&ch->lock, NULL);
    pthread_cond_init(&ch->changed, NULL);
}

static void channel_put(struct channel *ch, struct row *row)
{
    pthread_mutex_lock(&ch->lock);
    while (ch->count == SLOTS)
        pthread_cond_wait(&ch->changed, &ch->lock);
    ch->slots[ch->in] = row;
    ch->in = (ch->in + 1) % SLOTS;
    ch->count++;
    pthread_cond_broadcast(&ch->changed);
    pthread_mutex_unlock(&ch->lock);
}

static struct row *channel_get(struct channel *ch)
{
    struct row *row = NULL;
    pthread_mutex_lock(&ch->lock);
    while (ch->count == 0 && !ch->done)
        pthread_cond_wait(&ch->changed, &ch->lock);
    if (ch->count > 0) {
        row = ch->slots[ch->out];
        ch->out = (ch->out + 1) % SLOTS;
        ch->count--;
        pthread_cond_broadcast(&ch->changed);
    }
    pthread_mutex_unlock(&ch->lock);
    return row;
}

static void channel_finish(struct channel *ch)
{
    pthread_mutex_lock(&ch->lock);
    ch->done = 1;
    pthread_cond_broadcast(&ch->changed);
    pthread_mutex_unlock(&ch->lock);
}

static void *multiply(void *argument)
{
    struct part *part = argument;
    for (int i = part->from; i < part->to; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
#if BUG != 2
    pthread_barrier_wait(&phase);
#endif
    /* Each thread looks at the transposed part of the others. */
    part->local = 0;
    for (int i = part->from; i < part->to; i++)
        for (int j = 0; j < N; j++)
            part->local += c[j][i];
#if BUG != 1
    pthread_mutex_lock(&trace_lock);
#endif
    trace += part->local;
#if BUG != 1
    pthread_mutex_unlock(&trace_lock);
#endif
    return NULL;
}

static void advance(int stage)
{
#if BUG == 3
    progress[stage]++;
#else
    pthread_mutex_lock(&progress_lock);
    progress[stage]++;
    pthread_mutex_unlock(&progress_lock);
#endif
}

static void *scale(void *unused)
{
    (void)unused;
    for (int i = 0; i < N; i++) {
        struct row *row = malloc(sizeof *row);
        if (!row)
            break;
        row->index = i;
        for (int j = 0; j < N; j++)
            row->values[j] = c[i][j] / N;
        channel_put(&scaled, row);
        advance(0);
    }
    channel_finish(&scaled);
    return NULL;
}

static void *smooth(void *unused)
{
    struct row *row;
    (void)unused;
    while ((row = channel_get(&scaled))) {
        for (int j = 1; j < N; j++)
            row->values[j] = (row->values[j] + row->values[j - 1]) / 2;
        channel_put(&smoothed, row);
        advance(1);
    }
    channel_finish(&smoothed);
    return NULL;
}

static void *add_up(void *unused)
{
    struct row *row;
    (void)unused;
    while ((row = channel_get(&smoothed))) {
        for (int j = 0; j < N; j++)
            total += row->values[j];
        free(row);
        advance(2);
    }
    return NULL;
}

static int finished(void)
{
    pthread_mutex_lock(&progress_lock);
    int it = progress[0] + progress[1] + progress[2];
    pthread_mutex_unlock(&progress_lock);
    return it;
}

int main(void)
{
    pthread_t threads[THREADS], stages[3];
    static struct part parts[THREADS];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j;
        }
    pthread_barrier_init(&phase, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        parts[t].number = t;
        parts[t].from = t * (N / THREADS);
        parts[t].to = (t + 1) * (N / THREADS);
        pthread_create(&threads[t], NULL, multiply, &parts[t]);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    printf("sum %g\n", trace);
    channel_init(&scaled);
    channel_init(&smoothed);
    pthread_create(&stages[0], NULL, scale, NULL);
    pthread_create(&stages[1], NULL, smooth, NULL);
    pthread_create(&stages[2], NULL, add_up, NULL);
    while (finished() < N)
        ;
    for (int s = 0; s < 3; s++)
        pthread_join(stages[s], NULL);
    printf("total %g\n", total);
    return 0;
}
