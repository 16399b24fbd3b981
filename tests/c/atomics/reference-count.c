// pepsin: exploration=off
// The last user clears the record and frees it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct record {
  int value;
} *record;
atomic_int users = 2;

void leave(void) {
  if (atomic_fetch_sub(&users, 1) == 1) {
    record->value = 0;
    free(record);
  }
}

void *worker(void *unused) {
  int value = record->value;
  leave();
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
