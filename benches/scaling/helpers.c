#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct results {
    int count;
    long sum;
    int recent[16];
};

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static struct results results;

static int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        abort();
    }
    return memory;
}

static void log_result(int result)
{
    pthread_mutex_lock(&log_lock);
    results.recent[results.count % 16] = result;
    results.count++;
    results.sum += result;
    pthread_mutex_unlock(&log_lock);
}

