// Input is made of what the program scans it for: noise alone would not get past the parser.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int stored, guarded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *serve(void *unused) {
  char line[128], key[64], value[64];
  ssize_t length;
  while ((length = read(0, line, sizeof line - 1)) > 0) {
    line[length] = 0;
    if (sscanf(line, "put %63s %63s", key, value) == 2) {
      stored++; // RACE CONFIRMED
      pthread_mutex_lock(&lock);
      guarded++;
      pthread_mutex_unlock(&lock);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, serve, NULL);
  pthread_create(&ids[1], NULL, serve, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
