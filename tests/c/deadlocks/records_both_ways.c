// pepsin: checks=race,deadlock
// Two records are locked in the order of the arguments.
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t lock;
    int value;
};
static struct account *first, *second;
static void move(struct account *from, struct account *to) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);  // DEADLOCK STUCK
    from->value--;
    to->value++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
static void *there(void *unused) {
    move(first, second);
    return unused;
}
static void *back(void *unused) {
    move(second, first);
    return unused;
}

int main(void) {
    pthread_t one, other;
    first = calloc(1, sizeof *first);
    second = calloc(1, sizeof *second);
    pthread_mutex_init(&first->lock, 0);
    pthread_mutex_init(&second->lock, 0);
    pthread_create(&one, 0, there, 0);
    pthread_create(&other, 0, back, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
