// A loop that counts down does not come to the first thread.
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
  if (count < 1 || count > 64)
    return 1;
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = count - 1; i >= 1; i--)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
