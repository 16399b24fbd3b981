// What is read of shared memory is an object that another thread of the same loop made, though the reader has shown its own to nobody.
#include <pthread.h>
#include <stdlib.h>
struct item {
  int count;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *slot;
static int turns;

static void *worker(void *unused) {
  struct item *mine = calloc(1, sizeof *mine);
  if (!mine)
    return NULL;
  pthread_mutex_lock(&lock);
  if (turns++ == 0) {
    slot = mine;
    pthread_mutex_unlock(&lock);
    return NULL;
  }
  struct item *theirs = slot;
  pthread_mutex_unlock(&lock);
  if (theirs)
    theirs->count++; // RACE CONFIRMED
  return unused;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 3; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
