// Counter and array are members of one record: elements lie at the same distance behind what their numbers say.
#include <pthread.h>
#include <stdatomic.h>

static struct {
    atomic_int next;
    int cells[64];
} table;

static void *work(void *unused) {
    int number;
    while ((number = atomic_fetch_add(&table.next, 1)) < 64)
        table.cells[number] = 1; // NORACE
    return NULL;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
