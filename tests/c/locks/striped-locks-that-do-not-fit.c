// Seven locks serve 64 numbers: what is counted under one number is counted under the next number that is the same bucket, by another lock.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 64
#define LOCKS 7

static int counts[BUCKETS];
static pthread_mutex_t locks[LOCKS];

static void count(unsigned hash) {
    pthread_mutex_lock(&locks[hash % LOCKS]);
    counts[hash % BUCKETS]++; // RACE
    pthread_mutex_unlock(&locks[hash % LOCKS]);
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
