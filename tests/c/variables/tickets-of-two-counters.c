// One creation passes one counter or another one: two threads may be passed the same number.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int input(void);

int values[100];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct part {
  int number;
};

void *worker(void *argument) {
  struct part *part = argument;
  values[part->number]++; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  int next = 1;
  for (int i = 0; i < count; i++) {
    struct part *part = malloc(sizeof *part);
    if (!part)
      exit(1);
    int is_odd = i % 2;
    if (is_odd) {
      pthread_mutex_lock(&mutex);
      part->number = i;
    } else {
      part->number = next;
    }
    pthread_create(&ids[i], NULL, worker, part);
    if (is_odd)
      pthread_mutex_unlock(&mutex);
    next++;
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
