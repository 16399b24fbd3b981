// The stripe is chosen by the hash of before: another number since.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 64
#define LOCKS 8

static int counts[BUCKETS];
static pthread_mutex_t locks[LOCKS];

static void count(unsigned hash) {
    unsigned stripe = hash % LOCKS;
    hash = hash / LOCKS % BUCKETS;
    pthread_mutex_lock(&locks[stripe]);
    counts[hash]++; // RACE
    pthread_mutex_unlock(&locks[stripe]);
}

static void *run(void *unused) {
    count((unsigned)rand());
    return NULL;
}

int main(void) {
    pthread_t first, second;
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
