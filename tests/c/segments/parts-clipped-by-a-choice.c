// The last part ends where the array does, by a choice between two numbers of which one is computed twice.
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 200 };
static unsigned char pixels[SIZE];

struct job {
    int first, last;
};

static void *work(void *argument) {
    struct job *job = argument;
    for (int i = job->first; i < job->last; i++)
        pixels[i] = 1; // NORACE
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 64)
        return 1;
    pthread_t *ids = calloc(threads, sizeof *ids);
    struct job *jobs = calloc(threads, sizeof *jobs);
    int chunk = (SIZE + threads - 1) / threads;
    for (int i = 0; i < threads; i++) {
        jobs[i].first = i * chunk;
        jobs[i].last = (i + 1) * chunk < SIZE ? (i + 1) * chunk : SIZE;
        pthread_create(&ids[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
