// The last thread is left out, and all others are joined downwards.
#include <pthread.h>
int input(void);
pthread_t ids[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 2 || count > 64)
    return 1;
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  int last = count - 2;
  pthread_join(ids[last], NULL);
  while (last > 0) {
    last--;
    pthread_join(ids[last], NULL);
  }
  return total; // RACE
}
