// A locale without a name is that of the environment.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>


void *worker(void *unused) {
  setenv("LANG", "C", 1); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  locale_t locale = newlocale(LC_ALL_MASK, "", (locale_t)0); // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
