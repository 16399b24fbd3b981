// getline writes to the memory that an earlier call allocated.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
char *line;
size_t size;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  getline(&line, &size, stdin); // RACE
  char *mine = line; // NORACE
  pthread_mutex_unlock(&mutex);
  return mine && mine[0] == 'x' ? unused : NULL; // RACE
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
