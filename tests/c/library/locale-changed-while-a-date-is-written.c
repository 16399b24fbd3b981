// The names of days and months are those of the locale.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

void *worker(void *unused) {
  setlocale(LC_ALL, "C"); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  struct tm date = {.tm_mday = 1};
  char text[64];
  pthread_create(&id, NULL, worker, NULL);
  strftime(text, sizeof text, "%A %B", &date); // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
