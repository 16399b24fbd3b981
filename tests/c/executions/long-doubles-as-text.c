// What `long double`s are as text, and what text is as a `long double`.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int shared;

static int follow(void) {
  char text[64], *end;
  long double value, part;
  int exponent;
  if (snprintf(text, sizeof text, "%.20Lf|%Lg|%La", 0.1L, 1e-4940L, 1.0L) < 1)
    return 0;
  if (strcmp(text, "0.10000000000000000000|1e-4940|0x8p-3") != 0)
    return 0;
  if (snprintf(text, sizeof text, "%Le %.1LA", 1.18973149535723176502e4932L, 255.99L) < 1)
    return 0;
  if (strcmp(text, "1.189731e+4932 0X1.0P+8") != 0)
    return 0;
  value = strtold("  0x1.8p3z", &end);
  if (value != 12.0L || *end != 'z')
    return 0;
  // More digits than a double has.
  value = strtold("18446744073709551615", &end);
  if (value != 18446744073709551615.0L || value == (double)value)
    return 0;
  if (sscanf("7 1e4000 -2.5", "%d %Lf %Lg", &exponent, &value, &part) != 3)
    return 0;
  if (exponent != 7 || !(value > 1e3999L) || part != -2.5L)
    return 0;
  value = modfl(-3.75L, &part);
  if (value != -0.75L || part != -3.0L)
    return 0;
  value = frexpl(0x1p-16440L, &exponent);
  return value == 0.5L && exponent == -16439;
}

static void *other(void *argument) {
  shared++; // RACE CONFIRMED
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (follow())
    shared++; // RACE CONFIRMED
  pthread_join(thread, NULL);
  return 0;
}
// LONG
