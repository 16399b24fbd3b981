// pepsin: exploration=off
// The lock and the counter that it protects are chosen by one remainder, which is computed for each of them.
#include <pthread.h>
enum { SLOTS = 8 };
static pthread_mutex_t locks[SLOTS];
static int table[SLOTS];

static unsigned hash(unsigned key) {
  return (key ^ key >> 16) * 0x45d9f3bu;
}

static void add(unsigned key) {
  unsigned number = hash(key);
  pthread_mutex_lock(&locks[number % SLOTS]);
  table[number % SLOTS]++; // NORACE
  pthread_mutex_unlock(&locks[number % SLOTS]);
}

static void *work(void *seed) {
  for (unsigned i = 0; i < 100; i++)
    add(*(unsigned *)seed + i);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  unsigned seeds[3];
  for (int i = 0; i < SLOTS; i++)
    pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < 3; i++) {
    seeds[i] = 1000 * i;
    pthread_create(&threads[i], NULL, work, &seeds[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
