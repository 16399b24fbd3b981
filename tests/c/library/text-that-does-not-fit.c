// A text of five bytes, with its end, in an array of four: the last one is the first of what lies behind.
#include <pthread.h>
#include <string.h>
struct {
  char name[4];
  int uses;
} entry;

void *worker(void *unused) {
  entry.uses++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  strcpy(entry.name, "1234"); // RACE
  pthread_join(id, NULL);
  return 0;
}
