// As the program with the same name, but for `other`: what would race is behind a text that `printf` does not make.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int shared;

static void *other(void *argument) {
  shared++; // IMPRECISE
  return argument;
}

int main(void) {
  char text[64];
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  snprintf(text, sizeof text, "%.3Lf %La", 1.0005L, 0.0L);
  // Neither the double nearest to the number, nor the leading digit of a double.
  if (strcmp(text, "1.001 0x0p+0") != 0 || strtold("0.1", NULL) == 0.1)
    shared++; // IMPRECISE
  pthread_join(thread, NULL);
  return 0;
}
