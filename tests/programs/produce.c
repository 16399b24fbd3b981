/* Producers and consumers with orders, a ledger of accounts, and an orderly shutdown.
 * BUG 1: flag `running` cleared without lock; 2: account changed without its lock in one path; 3: count of produced read while producers run. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef BUG
#define BUG 0
#endif
#define ACCOUNTS 8
#define PRODUCERS 2
#define CONSUMERS 3
#define CAPACITY 10

struct order {
    int from, to;
    long amount;
    struct order *next;
};

struct account {
    pthread_mutex_t lock;
    long balance;
    unsigned changes;
};

struct shop {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    struct order *first, *last;
    int waiting;
    int running;
    unsigned long produced, consumed, failed;
};

static struct shop *shop;
static struct account *accounts;

static int is_running(struct shop *s)
{
    pthread_mutex_lock(&s->lock);
    int running = s->running;
    pthread_mutex_unlock(&s->lock);
    return running;
}

static void shut_down(struct shop *s)
{
#if BUG != 1
    pthread_mutex_lock(&s->lock);
#endif
    s->running = 0;
    pthread_cond_broadcast(&s->not_empty);
    pthread_cond_broadcast(&s->not_full);
#if BUG != 1
    pthread_mutex_unlock(&s->lock);
#endif
}

static int place(struct shop *s, struct order *order)
{
    int placed = 0;
    pthread_mutex_lock(&s->lock);
    while (s->waiting == CAPACITY && s->running)
        pthread_cond_wait(&s->not_full, &s->lock);
    if (s->running) {
        order->next = NULL;
        if (s->last)
            s->last->next = order;
        else
            s->first = order;
        s->last = order;
        s->waiting++;
        s->produced++;
        placed = 1;
        pthread_cond_signal(&s->not_empty);
    }
    pthread_mutex_unlock(&s->lock);
    return placed;
}

static struct order *take(struct shop *s)
{
    struct order *order;
    pthread_mutex_lock(&s->lock);
    while (!s->first && s->running)
        pthread_cond_wait(&s->not_empty, &s->lock);
    order = s->first;
    if (order) {
        s->first = order->next;
        if (!s->first)
            s->last = NULL;
        s->waiting--;
        pthread_cond_signal(&s->not_full);
    }
    pthread_mutex_unlock(&s->lock);
    return order;
}

static int withdraw(struct account *account, long amount)
{
    int done = 0;
    pthread_mutex_lock(&account->lock);
    if (account->balance >= amount) {
        account->balance -= amount;
        account->changes++;
        done = 1;
    }
    pthread_mutex_unlock(&account->lock);
    return done;
}

static void deposit(struct account *account, long amount)
{
    pthread_mutex_lock(&account->lock);
    account->balance += amount;
#if BUG == 2
    pthread_mutex_unlock(&account->lock);
    account->changes++;
#else
    account->changes++;
    pthread_mutex_unlock(&account->lock);
#endif
}

static void *producer(void *argument)
{
    unsigned seed = (unsigned)(long)argument + 1;
    while (is_running(shop)) {
        struct order *order = malloc(sizeof *order);
        if (!order)
            break;
        seed = seed * 1664525u + 1013904223u;
        order->from = (int)(seed >> 8) & (ACCOUNTS - 1);
        order->to = (int)(seed >> 16) & (ACCOUNTS - 1);
        order->amount = (long)(seed % 100);
        if (!place(shop, order))
            free(order);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    struct order *order;
    (void)unused;
    while ((order = take(shop))) {
        int done = withdraw(&accounts[order->from], order->amount);
        if (done)
            deposit(&accounts[order->to], order->amount);
        pthread_mutex_lock(&shop->lock);
        if (done)
            shop->consumed++;
        else
            shop->failed++;
        pthread_mutex_unlock(&shop->lock);
        free(order);
    }
    return NULL;
}

static long sum(void)
{
    long all = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_lock(&accounts[i].lock);
        all += accounts[i].balance;
        pthread_mutex_unlock(&accounts[i].lock);
    }
    return all;
}

int main(void)
{
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    shop = calloc(1, sizeof *shop);
    accounts = calloc(ACCOUNTS, sizeof *accounts);
    if (!shop || !accounts)
        return 1;
    pthread_mutex_init(&shop->lock, NULL);
    pthread_cond_init(&shop->not_empty, NULL);
    pthread_cond_init(&shop->not_full, NULL);
    shop->running = 1;
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
        accounts[i].balance = 1000;
    }
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, producer, (void *)i);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consumer, NULL);
    usleep(10000);
    printf("%ld in all accounts\n", sum());
#if BUG == 3
    printf("%lu so far\n", shop->produced);
#endif
    shut_down(shop);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    printf("%lu placed, %lu done, %lu failed\n", shop->produced, shop->consumed, shop->failed);
    return 0;
}
