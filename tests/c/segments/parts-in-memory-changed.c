// A part is changed while its thread runs.
#include <pthread.h>
int input(void);

#define THREADS 4
struct part {
  int low, high;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items[1000000];

void *worker(void *argument) {
  struct part *part = argument;
  pthread_mutex_lock(&lock);
  int low = part->low, high = part->high;
  pthread_mutex_unlock(&lock);
  for (int k = low; k < high; k++)
    items[k]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  struct part parts[THREADS];
  int n = input();
  if (n < 0 || n > 900000)
    return 1;
  int chunk = n / THREADS;
  for (int i = 0; i < THREADS; i++) {
    parts[i].low = i * chunk;
    parts[i].high = i == THREADS - 1 ? n : (i + 1) * chunk;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  pthread_mutex_lock(&lock);
  parts[1].low = 0;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
