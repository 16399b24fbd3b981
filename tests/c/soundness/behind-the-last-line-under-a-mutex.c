// Behind the end of the file the counter is under a mutex.
#include <pthread.h>
#include <stdio.h>
int files;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  char line[16];
  while (fgets(line, sizeof line, stdin))
    ;
  pthread_mutex_lock(&mutex);
  files++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
