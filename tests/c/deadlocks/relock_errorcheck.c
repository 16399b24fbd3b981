// pepsin: checks=race,deadlock
// A mutex that checks is taken by who has it, and says so.
#include <pthread.h>
static pthread_mutex_t a;
static void *again(void *unused) {
    pthread_mutex_lock(&a);
    if (pthread_mutex_lock(&a) == 0) pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&a, &attribute);
    pthread_create(&one, 0, again, 0);
    pthread_create(&other, 0, again, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
