// The index comes to the same place again.
#include <pthread.h>
pthread_t many[256];
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
  unsigned char place = 0;
  for (int i = 0; i < count * 10; i++) {
    if (place < 200)
      pthread_create(&many[place], NULL, worker, NULL);
    place++;
  }
  for (int i = 0; i < 200; i++)
    pthread_join(many[i], NULL);
  return total; // RACE
}
