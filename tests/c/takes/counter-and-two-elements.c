// pepsin: exploration=off
// Each thread takes one number, and writes the element behind its own as well.
#include <pthread.h>
#include <stdatomic.h>

static struct {
    atomic_int next;
    int cells[65];
} table;

static void *work(void *unused) {
    int number;
    while ((number = atomic_fetch_add(&table.next, 1)) < 64) {
        table.cells[number] = 1; // RACE
        table.cells[number + 1] = 2; // RACE
    }
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
