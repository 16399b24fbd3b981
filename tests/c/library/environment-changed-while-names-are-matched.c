// A tilde stands for what the environment says.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <glob.h>

void *worker(void *unused) {
  setenv("HOME", "/", 1); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  glob_t found;
  pthread_create(&id, NULL, worker, NULL);
  glob("~", GLOB_TILDE, NULL, &found); // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
