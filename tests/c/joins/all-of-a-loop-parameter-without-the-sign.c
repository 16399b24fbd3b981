// As the bound of the loop of creations, but by way of a parameter; and by an assignment.
#include <pthread.h>
#include <stdlib.h>

int shared, other;
pthread_t ids[100];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 1; // RACE
  other = 1;  // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void start_all(unsigned long count) {
  for (unsigned long i = 0; i < count; i++) {
    if (i >= 50)
      break;
    pthread_create(&ids[i], NULL, worker, NULL);
  }
}

static void join_all(long count) {
  for (long j = 0; j < count; j++)
    pthread_join(ids[j], NULL);
}

int main(int argc, char **argv) {
  long count = atol(argv[1]);
  start_all(count);
  join_all(count);
  int seen = shared; // RACE
  unsigned long more = strtoul(argv[2], NULL, 10);
  start_all(more);
  long same = more;
  join_all(same);
  return seen + other; // RACE
}
// LONG
