// One function unlocks for who holds the mutex and for who does not.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void leave(void) {
  pthread_mutex_unlock(&mutex); // OBSTACLE
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  leave();
  return NULL;
}

void *stranger(void *unused) {
  leave();
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_create(&ids[2], NULL, stranger, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
