// The last array of a record may be longer than it says, and what stands before it is not touched; the buffer itself is, without the lock.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct journal {
  int count;
  size_t used;
  char text[16];
} *journal;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  for (int round = 0; round < 10; round++) {
    pthread_mutex_lock(&lock);
    size_t at = journal->used; // NORACE
    journal->used = at + 1;    // NORACE
    journal->count++;          // NORACE
    pthread_mutex_unlock(&lock);
    memcpy(journal->text + at, "message", at % 7); // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t one, other;
  journal = calloc(1, sizeof *journal + 4096);
  if (!journal)
    return 1;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&other, NULL, writer, NULL);
  return 0;
}
