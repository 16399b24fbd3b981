// pepsin: exploration=off
// An address that was printed as a number may be read again.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char text[32];

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  int *place = (int *)strtoul(text, NULL, 16);
  pthread_mutex_unlock(&lock);
  if (place) {
    *place = 2; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int *place = malloc(sizeof(int));
  pthread_mutex_lock(&lock);
  snprintf(text, sizeof text, "%lx", (unsigned long)place);
  pthread_mutex_unlock(&lock);
  *place = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
