// The user may have the locale of C.
#include <pthread.h>
#include <locale.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  setlocale(LC_ALL, "");
  if (strcmp(setlocale(LC_ALL, NULL), "C") == 0)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
