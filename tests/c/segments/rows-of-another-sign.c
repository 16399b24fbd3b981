// Rows are as long as a number that was greater than one that is not negative when that was compared, and may be negative since.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int values[100000], length = 3, chunk;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *argument) {
  for (int k = chunk; k < 2000; k++) {
    int row = input() & 3, column = input() & 3;
    pthread_mutex_lock(&mutex);
    int fits = column < length;
    if (fits) {
      pthread_mutex_unlock(&mutex);
      pthread_mutex_lock(&mutex);
      int by = length;
      pthread_mutex_unlock(&mutex);
      values[k + row * by] = 1; // RACE
    } else
      pthread_mutex_unlock(&mutex);
  }
  return argument;
}

void *two(void *argument) {
  for (int k = 0; k < chunk; k++)
    values[k] = 2; // RACE
  return argument;
}

void *three(void *argument) {
  pthread_mutex_lock(&mutex);
  length = -1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  chunk = input();
  if (chunk < 10 || chunk > 100)
    return 1;
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, one, NULL);
  pthread_create(&ids[1], NULL, two, NULL);
  pthread_create(&ids[2], NULL, three, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
