// The function that creates changes the variable that it was passed.
#include <pthread.h>
int input(void);
pthread_t first[64], second[64];
int total, number;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void start_all(pthread_t *ids, int count) {
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  number = 1;
}

int main(void) {
  number = input();
  if (number < 1 || number > 64)
    return 1;
  start_all(first, number);
  for (int i = 0; i < number; i++)
    pthread_join(first[i], NULL);
  return total; // RACE
}
