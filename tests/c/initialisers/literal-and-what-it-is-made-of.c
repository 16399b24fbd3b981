// A record is written to the memory that its own values stand in: they are read before that.
#include <pthread.h>

struct pair {
  int *first, *second;
};

static int a, b;
static struct pair pair = {&a, &b};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  a++; // NORACE
  pthread_mutex_unlock(&m);
  b++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pair = (struct pair){pair.second, pair.first};
  pthread_create(&id, NULL, worker, NULL);
  *pair.first = 1; // RACE
  pthread_join(id, NULL);
  return 0;
}
