// strtok_r goes on where the position leads, also in memory that another thread reads.
#include <pthread.h>
#include <string.h>
char text[8] = "a b c d", *position;

void *worker(void *unused) {
  char *next = strtok_r(NULL, " ", &position); // RACE
  if (next)
    next[0] = 'x'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  strtok_r(text, " ", &position);
  pthread_create(&id, NULL, worker, NULL);
  char seen = text[3]; // RACE
  seen += text[2];     // RACE
  return seen;
}
