// An aggregate that is filled without braces keeps what it held behind the items (gcc).
#include <pthread.h>
#include <stddef.h>
struct row {
  int cells[2];
} row = {.cells[1] = 5, .cells = 1};
int shared;

void *worker(void *unused) {
  if (row.cells[1] == 5)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
