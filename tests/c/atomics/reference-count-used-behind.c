// pepsin: exploration=off
// The worker looks at the record when it has left it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct record {
  int value;
} *record;
atomic_int users = 2;

void leave(void) {
  if (atomic_fetch_sub(&users, 1) == 1) {
    record->value = 0; // RACE
    free(record); // RACE
  }
}

void *worker(void *unused) {
  leave();
  int value = record->value; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  record = malloc(sizeof *record);
  record->value = 1;
  pthread_create(&id, NULL, worker, NULL);
  int value = record->value;
  leave();
  return value;
}
