// What separates the digits of a number is told by the locale, which another thread changes.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  setlocale(LC_NUMERIC, "C"); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  printf("%f\n", 0.5); // RACE REACHABLE
  pthread_join(id, NULL);
  printf("%f\n", 1.5); // NORACE
  return 0;
}
