// The first thread has its id in front of where the counter began and joining begins.
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
  int count = input(), created = 2;
  if (count > 64)
    return 1;
  created -= 1;
  while (created < count) {
    pthread_create(&ids[created], NULL, worker, NULL);
    created++;
  }
  for (int i = 2; i < created; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
