// However short the number is, there are more characters than the array has room for.
#include <pthread.h>
#include <stdio.h>
struct {
  char name[8];
  int uses;
} entry;

void *worker(void *unused) {
  entry.uses++; // RACE CONFIRMED
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  sprintf(entry.name, "%d %s", count, "threads"); // RACE
  pthread_join(id, NULL);
  return 0;
}
