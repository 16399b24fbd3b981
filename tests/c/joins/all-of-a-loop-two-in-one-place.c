// The next thread of a round takes the place of the last one.
#include <pthread.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    do
      pthread_create(&ids[i], NULL, worker, NULL);
    while (input());
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
// LONG
