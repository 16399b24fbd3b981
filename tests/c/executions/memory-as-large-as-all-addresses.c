// Memory of which the size and what separates it from the next are more than there are addresses is not had.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int length = -20;
  char *text = realloc(malloc(10), length); // ENDS
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  free(text);
  return 0;
}
