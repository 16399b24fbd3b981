// A task is written as a literal, and put at the end of a list; a member that the literal does not name is null.
#include <pthread.h>
#include <stdlib.h>

struct task {
    int number;
    struct task *next;
};

static struct task *first, *last;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    struct task *task = first;
    if (task) {
        first = task->next;
        if (!first)
            last = NULL;
    }
    pthread_mutex_unlock(&mutex);
    if (task)
        task->number++; // NORACE
    return NULL;
}

static void submit(int number) {
    struct task *task = malloc(sizeof *task);
    if (!task)
        abort();
    *task = (struct task){.number = number}; // NORACE
    pthread_mutex_lock(&mutex);
    if (last)
        last->next = task; // NORACE
    else
        first = task;
    last = task;
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    for (int i = 0; i < 9; i++)
        submit(i);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
