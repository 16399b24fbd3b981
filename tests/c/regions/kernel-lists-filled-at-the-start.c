// Each of many lists is filled before the threads start; their nodes are numbers of one allocation each.
#include <pthread.h>
#include <stdlib.h>

#define LANES 10

struct link {
    struct link *after;
    struct link *before;
};

struct car {
    struct link link;
    int speed;
};

struct link lanes[LANES];
pthread_mutex_t barriers[LANES];

static void alone(struct link *link) {
    link->after = link;
    link->before = link;
}

static void line_up(struct link *link, struct link *lane) {
    struct link *first = lane->after;
    first->before = link; // NORACE
    link->after = first;
    link->before = lane;
    lane->after = link;
}

static struct car *build(int speed) {
    struct car *car = malloc(sizeof *car);
    car->speed = speed;
    alone(&car->link);
    return car;
}

static void *accelerate(void *unused) {
    for (int lane = 0; lane < LANES; lane++) {
        pthread_mutex_lock(&barriers[lane]);
        for (struct link *link = lanes[lane].after; link != &lanes[lane]; link = link->after)
            ((struct car *)link)->speed++; // NORACE REACHABLE
        pthread_mutex_unlock(&barriers[lane]);
    }
    return NULL;
}

int main(void) {
    pthread_t left, right;
    for (int lane = 0; lane < LANES; lane++) {
        alone(&lanes[lane]);
        pthread_mutex_init(&barriers[lane], NULL);
        for (int number = 0; number < 30; number++)
            line_up(&build(number * lane)->link, &lanes[lane]);
    }
    pthread_create(&left, NULL, accelerate, NULL);
    pthread_create(&right, NULL, accelerate, NULL);
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    return 0;
}
