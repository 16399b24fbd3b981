// The error is printed, and the text looked at.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  char text[20];
  snprintf(text, sizeof text, "%d", pthread_create(&two, NULL, idle, NULL));
  if (text[0] != '0')
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
