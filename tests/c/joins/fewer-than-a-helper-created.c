// A function tells of one thread fewer than it created.
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

int start(int count) {
  int created = 0;
  for (int i = 0; i < count && created < 64; i++)
    if (input())
      pthread_create(&ids[created++], NULL, worker, NULL);
  return created - 1;
}

int main(void) {
  int started = start(input());
  for (int i = 0; i < started; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
// LONG
