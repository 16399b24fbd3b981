// The error is printed into memory that is had for it, and the text looked at.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  char *text;
  if (asprintf(&text, "%d", pthread_create(&two, NULL, idle, NULL)) > 0 && strcmp(text, "0"))
    shared++; // RACE REACHABLE
  pthread_join(one, NULL);
  return 0;
}
