// A record that ends in an array without a length is assigned without it.
#include <pthread.h>
#include <stdlib.h>

struct header {
  int count;
  int items[];
};

static int data;

static void *worker(void *unused) {
  struct header *header = malloc(sizeof *header + 4 * sizeof(int));
  if (!header)
    return NULL;
  header->items[0] = 5;
  *header = (struct header){3};
  if (header->items[0] == 5)
    data++; // RACE
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
