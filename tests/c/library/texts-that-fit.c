// Each text has just as much room as it needs.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
struct {
  char name[5], other[12], last[5];
  int uses;
} entry;

void *worker(void *unused) {
  entry.uses++; // NORACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  strcpy(entry.name, "1234");          // NORACE
  sprintf(entry.other, "%d %s", count % 10, "threads"); // NORACE
  entry.last[0] = 0;                   // NORACE
  strcat(entry.last, "1234");          // NORACE
  pthread_join(id, NULL);
  return entry.uses;
}
