// strtol stores a pointer into the text that it parsed.
#include <pthread.h>
#include <stdlib.h>
char text[4] = "15x";

void *worker(void *unused) {
  text[2] = 'y'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char *end;
  long number = strtol(text, &end, 10);
  pthread_create(&id, NULL, worker, NULL);
  *end = 'z'; // RACE
  return (int)number;
}
