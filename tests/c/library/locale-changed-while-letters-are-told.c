// What is a letter depends on the locale (C17 7.4).
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <ctype.h>

void *worker(void *unused) {
  setlocale(LC_ALL, "C"); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int letters = 0, letter = 'a';
  pthread_create(&id, NULL, worker, NULL);
  letters += isalpha(letter) != 0; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
