// A function tells how many threads it created, and so many are joined.
#include <pthread.h>
int input(void);
pthread_t ids[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int start(int count) {
  int created = 0;
  for (int i = 0; i < count && created < 64; i++)
    if (input())
      pthread_create(&ids[created++], NULL, worker, NULL);
  return created;
}

int main(void) {
  int started = start(input());
  for (int i = 0; i < started; i++)
    pthread_join(ids[i], NULL);
  return total; // NORACE
}
