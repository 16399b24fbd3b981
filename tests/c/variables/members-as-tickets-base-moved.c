// The row of numbers begins one place further down each time, so that all of them are written to one place.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int results[1000];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  int *own = argument;
  pthread_mutex_lock(&lock);
  int id = *own;
  pthread_mutex_unlock(&lock);
  results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  int *numbers = calloc(1000, sizeof *numbers);
  int count = input();
  if (!numbers || count > 500)
    return 1;
  int *row = numbers + 500;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    pthread_mutex_lock(&lock);
    row[i] = i;
    pthread_mutex_unlock(&lock);
    pthread_create(&id, NULL, worker, &row[i]);
    row--;
  }
  return 0;
}
