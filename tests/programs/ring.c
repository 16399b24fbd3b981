// SPDX-License-Identifier: MIT OR Apache-2.0
// Producers and consumers around a ring buffer with two condition variables. `BUG` seeds one race: 1 closes the ring without its lock,
// 2 asks how full it is without its lock, 3 counts what was received in one place for all consumers.
#ifndef BUG
#define BUG 0
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>

#define CAPACITY 8
#define PRODUCERS 2
#define CONSUMERS 3
#define ITEMS 100

typedef struct {
    int producer;
    int number;
} item_t;

typedef struct {
    item_t items[CAPACITY];
    int head, tail, count;
    bool closed;
    pthread_mutex_t mutex;
    pthread_cond_t not_empty, not_full;
} ring_t;

typedef struct {
    ring_t *ring;
    int id;
    long sum;
    int received;
} consumer_t;

typedef struct {
    ring_t *ring;
    int id;
} producer_t;

static void ring_init(ring_t *ring) {
    ring->head = ring->tail = ring->count = 0;
    ring->closed = false;
    pthread_mutex_init(&ring->mutex, NULL);
    pthread_cond_init(&ring->not_empty, NULL);
    pthread_cond_init(&ring->not_full, NULL);
}

static void ring_destroy(ring_t *ring) {
    pthread_mutex_destroy(&ring->mutex);
    pthread_cond_destroy(&ring->not_empty);
    pthread_cond_destroy(&ring->not_full);
}

static bool ring_put(ring_t *ring, item_t item) {
    pthread_mutex_lock(&ring->mutex);
    while (ring->count == CAPACITY && !ring->closed)
        pthread_cond_wait(&ring->not_full, &ring->mutex);
    if (ring->closed) {
        pthread_mutex_unlock(&ring->mutex);
        return false;
    }
    ring->items[ring->tail] = item;
    ring->tail = (ring->tail + 1) % CAPACITY;
    ring->count++;
    pthread_cond_signal(&ring->not_empty);
    pthread_mutex_unlock(&ring->mutex);
    return true;
}

static bool ring_get(ring_t *ring, item_t *item) {
    pthread_mutex_lock(&ring->mutex);
    while (ring->count == 0 && !ring->closed)
        pthread_cond_wait(&ring->not_empty, &ring->mutex);
    if (ring->count == 0) {
        pthread_mutex_unlock(&ring->mutex);
        return false;
    }
    *item = ring->items[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->count--;
    pthread_cond_signal(&ring->not_full);
    pthread_mutex_unlock(&ring->mutex);
    return true;
}

static void ring_close(ring_t *ring) {
#if BUG != 1
    pthread_mutex_lock(&ring->mutex);
#endif
    ring->closed = true;
    pthread_cond_broadcast(&ring->not_empty);
    pthread_cond_broadcast(&ring->not_full);
#if BUG != 1
    pthread_mutex_unlock(&ring->mutex);
#endif
}

static int ring_length(ring_t *ring) {
#if BUG == 2
    return ring->count;
#else
    pthread_mutex_lock(&ring->mutex);
    int length = ring->count;
    pthread_mutex_unlock(&ring->mutex);
    return length;
#endif
}

static long received_by_all;

static void *produce(void *argument) {
    producer_t *self = argument;
    for (int i = 0; i < ITEMS; i++) {
        item_t item = { self->id, i };
        if (!ring_put(self->ring, item))
            break;
    }
    return NULL;
}

static void *consume(void *argument) {
    consumer_t *self = argument;
    item_t item;
    while (ring_get(self->ring, &item)) {
        self->sum += item.number;
        self->received++;
#if BUG == 3
        received_by_all++;
#endif
    }
    return NULL;
}

int main(void) {
    ring_t ring;
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    producer_t producer_data[PRODUCERS];
    consumer_t consumer_data[CONSUMERS];

    ring_init(&ring);
    for (int i = 0; i < CONSUMERS; i++) {
        consumer_data[i] = (consumer_t){ &ring, i, 0, 0 };
        if (pthread_create(&consumers[i], NULL, consume, &consumer_data[i]) != 0)
            exit(1);
    }
    for (int i = 0; i < PRODUCERS; i++) {
        producer_data[i] = (producer_t){ &ring, i };
        if (pthread_create(&producers[i], NULL, produce, &producer_data[i]) != 0)
            exit(1);
    }
    printf("%d of %d places are taken\n", ring_length(&ring), CAPACITY);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    ring_close(&ring);
    long sum = 0;
    int received = 0;
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_join(consumers[i], NULL);
        sum += consumer_data[i].sum;
        received += consumer_data[i].received;
    }
    ring_destroy(&ring);
    printf("received %d items, sum %ld, %ld\n", received, sum, received_by_all);
    return 0;
}
