// fgets gives null at the end of the file, so what comes behind the loop is reached.
#include <pthread.h>
#include <stdio.h>
int files;

static void *worker(void *unused) {
  char line[16];
  while (fgets(line, sizeof line, stdin))
    ;
  files++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
