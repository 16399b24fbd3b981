// pepsin: checks=race,deadlock
// Two locks of one record, which is not known, are taken in one order.
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t outer, inner;
    int value;
};
static struct account *accounts[3];
static void *worker(void *unused) {
    for (int i = 0; i < 3; i++) {
        struct account *account = accounts[i];
        pthread_mutex_lock(&account->outer);
        pthread_mutex_lock(&account->inner);
        account->value++;
        pthread_mutex_unlock(&account->inner);
        pthread_mutex_unlock(&account->outer);
    }
    return unused;
}

int main(void) {
    pthread_t one, other;
    for (int i = 0; i < 3; i++) {
        accounts[i] = malloc(sizeof(struct account));
        pthread_mutex_init(&accounts[i]->outer, 0);
        pthread_mutex_init(&accounts[i]->inner, 0);
        accounts[i]->value = 0;
    }
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
