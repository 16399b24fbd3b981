/* A TCP server with an acceptor, a queue of connections, a pool of workers and statistics.
 * BUG 1: statistics counted without lock; 2: shutdown flag read without lock; 3: session freed while in the table (removed without lock). */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifndef BUG
#define BUG 0
#endif
#define WORKERS 4
#define BACKLOG 16
#define SESSIONS 32
#define LINE 512

struct session {
    int fd;
    unsigned id;
    time_t since;
    char peer[64];
    unsigned long requests;
    struct session *next;
};

struct queue {
    struct session *head, *tail;
    int length;
    int closed;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    pthread_cond_t drained;
};

struct stats {
    unsigned long accepted, served, rejected, bytes_in, bytes_out;
    pthread_mutex_t lock;
};

static struct queue queue = { NULL, NULL, 0, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static struct stats stats = { 0, 0, 0, 0, 0, PTHREAD_MUTEX_INITIALIZER };
static struct session *table[SESSIONS];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int stopping;
static pthread_mutex_t stop_lock = PTHREAD_MUTEX_INITIALIZER;
static int verbose;

static int is_stopping(void)
{
#if BUG == 2
    return stopping;
#else
    pthread_mutex_lock(&stop_lock);
    int it = stopping;
    pthread_mutex_unlock(&stop_lock);
    return it;
#endif
}

static void stop(void)
{
    pthread_mutex_lock(&stop_lock);
    stopping = 1;
    pthread_mutex_unlock(&stop_lock);
}

static int queue_push(struct queue *q, struct session *s)
{
    pthread_mutex_lock(&q->lock);
    while (q->length >= BACKLOG && !q->closed)
        pthread_cond_wait(&q->drained, &q->lock);
    if (q->closed) {
        pthread_mutex_unlock(&q->lock);
        return -1;
    }
    s->next = NULL;
    if (q->tail)
        q->tail->next = s;
    else
        q->head = s;
    q->tail = s;
    q->length++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
    return 0;
}

static struct session *queue_pop(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->head && !q->closed)
        pthread_cond_wait(&q->filled, &q->lock);
    struct session *s = q->head;
    if (s) {
        q->head = s->next;
        if (!q->head)
            q->tail = NULL;
        q->length--;
        pthread_cond_signal(&q->drained);
    }
    pthread_mutex_unlock(&q->lock);
    return s;
}

static void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = 1;
    pthread_cond_broadcast(&q->filled);
    pthread_cond_broadcast(&q->drained);
    pthread_mutex_unlock(&q->lock);
}

static int table_add(struct session *s)
{
    int slot = -1;
    pthread_mutex_lock(&table_lock);
    for (int i = 0; i < SESSIONS; i++) {
        if (!table[i]) {
            table[i] = s;
            slot = i;
            break;
        }
    }
    pthread_mutex_unlock(&table_lock);
    return slot;
}

static void table_remove(int slot)
{
#if BUG != 3
    pthread_mutex_lock(&table_lock);
#endif
    table[slot] = NULL;
#if BUG != 3
    pthread_mutex_unlock(&table_lock);
#endif
}

static void count_served(size_t in, size_t out)
{
#if BUG != 1
    pthread_mutex_lock(&stats.lock);
#endif
    stats.served++;
    stats.bytes_in += in;
    stats.bytes_out += out;
#if BUG != 1
    pthread_mutex_unlock(&stats.lock);
#endif
}

static int reply(int fd, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t n = write(fd, text, left);
        if (n < 0) {
            if (errno == EINTR)
                continue;
            return -1;
        }
        text += n;
        left -= (size_t)n;
    }
    return 0;
}

static void serve(struct session *s)
{
    char line[LINE], answer[LINE];
    for (;;) {
        ssize_t n = read(s->fd, line, sizeof line - 1);
        if (n <= 0)
            break;
        line[n] = '\0';
        s->requests++;
        if (strncmp(line, "quit", 4) == 0)
            break;
        if (strncmp(line, "stop", 4) == 0) {
            stop();
            break;
        }
        int m = snprintf(answer, sizeof answer, "%u:%lu %s", s->id, s->requests, line);
        if (reply(s->fd, answer) < 0)
            break;
        count_served((size_t)n, (size_t)m);
    }
}

static void *worker(void *unused)
{
    (void)unused;
    struct session *s;
    while ((s = queue_pop(&queue))) {
        int slot = table_add(s);
        if (slot < 0) {
            pthread_mutex_lock(&stats.lock);
            stats.rejected++;
            pthread_mutex_unlock(&stats.lock);
        } else {
            serve(s);
            table_remove(slot);
        }
        close(s->fd);
        free(s);
    }
    return NULL;
}

static void *reporter(void *unused)
{
    (void)unused;
    while (!is_stopping()) {
        sleep(1);
        int active = 0;
        pthread_mutex_lock(&table_lock);
        for (int i = 0; i < SESSIONS; i++)
            if (table[i])
                active++;
        pthread_mutex_unlock(&table_lock);
        pthread_mutex_lock(&stats.lock);
        unsigned long served = stats.served, accepted = stats.accepted;
        pthread_mutex_unlock(&stats.lock);
        if (verbose)
            fprintf(stderr, "%d active, %lu accepted, %lu served\n", active, accepted, served);
    }
    return NULL;
}

static int listen_on(unsigned short port)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in addr;
    memset(&addr, 0, sizeof addr);
    addr.sin_family = AF_INET;
    addr.sin_port = htons(port);
    addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(fd, (struct sockaddr *)&addr, sizeof addr) < 0 || listen(fd, BACKLOG) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

int main(int argc, char **argv)
{
    pthread_t workers[WORKERS], report;
    unsigned next_id = 1;
    unsigned short port = 7777;
    int started = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
        else
            port = (unsigned short)atoi(argv[i]);
    }
    signal(SIGPIPE, SIG_IGN);
    int fd = listen_on(port);
    if (fd < 0) {
        perror("listen");
        return 1;
    }
    for (; started < WORKERS; started++)
        if (pthread_create(&workers[started], NULL, worker, NULL) != 0)
            break;
    int reporting = pthread_create(&report, NULL, reporter, NULL) == 0;
    while (!is_stopping()) {
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        int client = accept(fd, (struct sockaddr *)&from, &length);
        if (client < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        struct session *s = malloc(sizeof *s);
        if (!s) {
            close(client);
            continue;
        }
        s->fd = client;
        s->id = next_id++;
        s->since = time(NULL);
        s->requests = 0;
        inet_ntop(AF_INET, &from.sin_addr, s->peer, sizeof s->peer);
        pthread_mutex_lock(&stats.lock);
        stats.accepted++;
        pthread_mutex_unlock(&stats.lock);
        if (queue_push(&queue, s) < 0) {
            close(client);
            free(s);
        }
    }
    queue_close(&queue);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i], NULL);
    stop();
    if (reporting)
        pthread_join(report, NULL);
    printf("served %lu of %lu\n", stats.served, stats.accepted);
    close(fd);
    return 0;
}
