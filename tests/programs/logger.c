/* A logger with a thread of its own and signal handling: SIGHUP reopens, SIGTERM ends; producers write records.
 * BUG 1: level changed by a handler that is a plain int read by threads; 2: file reopened without lock; 3: dropped counted without lock. */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifndef BUG
#define BUG 0
#endif
#define RECORDS 32
#define TEXT 128
#define PRODUCERS 3

struct record {
    int level;
    time_t when;
    char text[TEXT];
};

static struct record ring[RECORDS];
static int first, filled, closing;
static unsigned long dropped, written;
static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ring_filled = PTHREAD_COND_INITIALIZER;
static FILE *out;
static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
static const char *path = "log.txt";
static atomic_int ended;
static atomic_int reopen_wanted;
#if BUG == 1
static int level = 2;
#else
static atomic_int level = 2;
#endif

static void on_term(int signal)
{
    (void)signal;
    atomic_store(&ended, 1);
}

static void on_hup(int signal)
{
    (void)signal;
    atomic_store(&reopen_wanted, 1);
}

static void on_usr1(int signal)
{
    (void)signal;
    level++;
}

static void install(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void log_put(int at, const char *format, ...)
{
    va_list arguments;
    if (at > level)
        return;
    pthread_mutex_lock(&ring_lock);
    if (filled == RECORDS) {
#if BUG == 3
        pthread_mutex_unlock(&ring_lock);
        dropped++;
        return;
#else
        dropped++;
        pthread_mutex_unlock(&ring_lock);
        return;
#endif
    }
    struct record *record = &ring[(first + filled) % RECORDS];
    record->level = at;
    record->when = time(NULL);
    va_start(arguments, format);
    vsnprintf(record->text, sizeof record->text, format, arguments);
    va_end(arguments);
    filled++;
    pthread_cond_signal(&ring_filled);
    pthread_mutex_unlock(&ring_lock);
}

static int log_open(void)
{
    FILE *file = fopen(path, "a");
    if (!file)
        return -1;
#if BUG != 2
    pthread_mutex_lock(&out_lock);
#endif
    if (out)
        fclose(out);
    out = file;
#if BUG != 2
    pthread_mutex_unlock(&out_lock);
#endif
    return 0;
}

static void *log_thread(void *unused)
{
    struct record record;
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&ring_lock);
        while (filled == 0 && !closing)
            pthread_cond_wait(&ring_filled, &ring_lock);
        if (filled == 0) {
            pthread_mutex_unlock(&ring_lock);
            break;
        }
        record = ring[first];
        first = (first + 1) % RECORDS;
        filled--;
        written++;
        pthread_mutex_unlock(&ring_lock);
        pthread_mutex_lock(&out_lock);
        if (out)
            fprintf(out, "%ld [%d] %s\n", (long)record.when, record.level, record.text);
        pthread_mutex_unlock(&out_lock);
    }
    return NULL;
}

static void *producer(void *argument)
{
    long number = (long)argument;
    for (int i = 0; i < 50 && !atomic_load(&ended); i++) {
        log_put(i % 3, "producer %ld, step %d", number, i);
        if (i % 10 == 0)
            usleep(100);
    }
    return NULL;
}

int main(void)
{
    pthread_t logger, producers[PRODUCERS];
    unsigned long lost, kept;
    install(SIGTERM, on_term);
    install(SIGHUP, on_hup);
    install(SIGUSR1, on_usr1);
    if (log_open() < 0)
        return 1;
    if (pthread_create(&logger, NULL, log_thread, NULL) != 0)
        return 1;
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, producer, (void *)i);
    for (int i = 0; i < 5 && !atomic_load(&ended); i++) {
        if (atomic_exchange(&reopen_wanted, 0))
            log_open();
        usleep(1000);
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    pthread_mutex_lock(&ring_lock);
    closing = 1;
    lost = dropped;
    kept = written;
    pthread_cond_signal(&ring_filled);
    pthread_mutex_unlock(&ring_lock);
    pthread_join(logger, NULL);
    fclose(out);
    printf("%lu written before the end, %lu dropped\n", kept, lost);
    return 0;
}
