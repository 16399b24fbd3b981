// pepsin: unknown-functions=pure
// How many bytes are allocated depends on whether the other thread was first: byte 10 may exist.
#include <pthread.h>
#include <stdlib.h>
char *bytes;
int index;
int size = 4;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *grow(void *unused) {
  pthread_mutex_lock(&mutex);
  size = 12;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *worker(void *unused) {
  bytes[index] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, grow, NULL);
  pthread_mutex_lock(&mutex);
  bytes = malloc(size);
  pthread_mutex_unlock(&mutex);
  index = input();
  if (index < 10 || index > 11)
    return 0;
  pthread_create(&second, NULL, worker, NULL);
  bytes[index] = 2; // RACE
  pthread_join(second, NULL);
  return 0;
}
