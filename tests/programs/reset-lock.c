// A lock made of a variable, which somebody resets without holding it: the proof is lost.
#include <pthread.h>
#include <stdatomic.h>

atomic_int busy;
int counter;

static void enter(void)
{
    int free = 0;
    while (!atomic_compare_exchange_weak(&busy, &free, 1))
        free = 0;
}

static void leave(void)
{
    atomic_store(&busy, 0);
}

static void *worker(void *arg)
{
    for (int i = 0; i < 1000; i++) {
        enter();
        counter++;
        leave();
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    if (pthread_create(&a, 0, worker, 0) || pthread_create(&b, 0, worker, 0))
        return 1;
#ifndef FIXED
    atomic_store(&busy, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    return counter != 2000;
}
