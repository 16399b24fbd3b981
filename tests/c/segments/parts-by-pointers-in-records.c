// Each worker finds a pointer to its part, and how long that is.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  double *values;
  int length;
};
double values[1000];

void *worker(void *argument) {
  struct part *part = argument;
  double *own = part->values;
  for (int k = 0; k < part->length; k++)
    own[k] = k; // NORACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  int chunk = 1000 / count;
  for (int i = 0; i < count; i++) {
    parts[i].values = values + i * chunk;
    parts[i].length = chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0] > 1;
}
