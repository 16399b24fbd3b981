// The end of a part is moved under a lock when its worker was created, which may look behind that.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[1000];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  struct part *part = argument;
  pthread_mutex_lock(&mutex);
  int low = part->low, high = part->high;
  pthread_mutex_unlock(&mutex);
  for (int k = low; k < high; k++)
    values[k] = k; // RACE
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
    parts[i].low = i * chunk;
    parts[i].high = parts[i].low + chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
    pthread_mutex_lock(&mutex);
    parts[i].high = 1000;
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
