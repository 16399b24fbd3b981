/* Reads lines with an operation and two operands of 128 bits as hexadecimal digits, and prints what the compiler and libm make of them. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 bits;
typedef __int128 whole;

static bits of_number(long double number) {
  bits all = 0;
  memcpy(&all, &number, 10);
  return all;
}
static long double number_of(bits all) {
  long double number = 0;
  memcpy(&number, &all, 10);
  return number;
}
static bits of_double(double number) {
  unsigned long all;
  memcpy(&all, &number, 8);
  return all;
}
static double double_of(bits all) {
  unsigned long low = all;
  double number;
  memcpy(&number, &low, 8);
  return number;
}
static bits of_float(float number) { return of_double(number); }

#define IS(name) (strcmp(operation, name) == 0)
#define GIVES(name, value)                                                                                                                 \
  if (IS(name))                                                                                                                            \
    return value;

static bits result(const char *operation, bits one, bits other) {
  volatile long double x = number_of(one), y = number_of(other);
  volatile double d = double_of(one);
  GIVES("x+", of_number(x + y))
  GIVES("x-", of_number(x - y))
  GIVES("x*", of_number(x * y))
  GIVES("x/", of_number(x / y))
  GIVES("x<", x < y)
  GIVES("x<=", x <= y)
  GIVES("x==", x == y)
  GIVES("x!=", x != y)
  GIVES("x>", x > y)
  GIVES("x>=", x >= y)
  GIVES("x!", !x)
  GIVES("xneg", of_number(-x))
  GIVES("x2d", of_double(x))
  GIVES("x2f", of_float(x))
  GIVES("x2i", (bits)(whole)(int)x)
  GIVES("x2l", (bits)(whole)(long)x)
  GIVES("x2u", (unsigned long)x)
  GIVES("x2s", (bits)(whole)x)
  GIVES("x2w", (bits)x)
  GIVES("d2x", of_number(d))
  GIVES("l2x", of_number((long)one))
  GIVES("u2x", of_number((unsigned long)one))
  GIVES("s2x", of_number((whole)one))
  GIVES("w2x", of_number(one))
  GIVES("d2s", (bits)(whole)d)
  GIVES("d2w", (bits)d)
  GIVES("s2d", of_double((whole)one))
  GIVES("w2d", of_double(one))
  GIVES("s2f", of_float((whole)one))
  GIVES("w2f", of_float(one))
  GIVES("l2s", (bits)(whole)(long)one)
  GIVES("s2l", (unsigned long)(whole)one)
  GIVES("s+", (bits)((whole)one + (whole)other))
  GIVES("s*", (bits)((whole)one * (whole)other))
  GIVES("s/", (bits)((whole)one / (whole)other))
  GIVES("s%", (bits)((whole)one % (whole)other))
  GIVES("s<", (whole)one < (whole)other)
  GIVES("s>=", (whole)one >= (whole)other)
  GIVES("s>>", (bits)((whole)one >> (int)(other & 127)))
  GIVES("w-", one - other)
  GIVES("w/", one / other)
  GIVES("w%", one % other)
  GIVES("w<", one < other)
  GIVES("w<<", one << (int)(other & 127))
  GIVES("w>>", one >> (int)(other & 127))
  GIVES("w~", ~one)
  GIVES("fabsl", of_number(fabsl(x)))
  GIVES("floorl", of_number(floorl(x)))
  GIVES("ceill", of_number(ceill(x)))
  GIVES("truncl", of_number(truncl(x)))
  GIVES("roundl", of_number(roundl(x)))
  GIVES("rintl", of_number(rintl(x)))
  GIVES("nearbyintl", of_number(nearbyintl(x)))
  GIVES("lroundl", (bits)(whole)lroundl(x))
  GIVES("llroundl", (bits)(whole)llroundl(x))
  GIVES("lrintl", (bits)(whole)lrintl(x))
  GIVES("llrintl", (bits)(whole)llrintl(x))
  GIVES("copysignl", of_number(copysignl(x, y)))
  GIVES("fminl", of_number(fminl(x, y)))
  GIVES("fmaxl", of_number(fmaxl(x, y)))
  GIVES("sqrtl", of_number(sqrtl(x)))
  GIVES("fmodl", of_number(fmodl(x, y)))
  GIVES("roundevenl", of_number(roundevenl(x)))
  GIVES("remainderl", of_number(remainderl(x, y)))
  GIVES("fdiml", of_number(fdiml(x, y)))
  GIVES("ilogbl", (bits)(whole)ilogbl(x))
  long double whole_part;
  int exponent;
  GIVES("modfl", of_number(modfl(x, &whole_part)))
  GIVES("modflpart", (modfl(x, &whole_part), of_number(whole_part)))
  GIVES("frexpl", of_number(frexpl(x, &exponent)))
  GIVES("frexplpart", (frexpl(x, &exponent), (bits)(unsigned)exponent))
  GIVES("isnanl", (bits)(whole)isnanl(x))
  GIVES("__isnanl", (bits)(whole)isnanl(x))
  GIVES("isinfl", (bits)(whole)isinfl(x))
  GIVES("__isinfl", (bits)(whole)isinfl(x))
  GIVES("finitel", (bits)(whole)finitel(x))
  GIVES("__finitel", (bits)(whole)finitel(x))
  GIVES("ldexpl", of_number(ldexpl(x, (int)other)))
  GIVES("scalbnl", of_number(scalbnl(x, (int)other)))
  fprintf(stderr, "no operation %s\n", operation);
  return 0;
}

int main(void) {
  char operation[32];
  unsigned long high[2], low[2];
  while (scanf("%31s %lx %lx %lx %lx", operation, &high[0], &low[0], &high[1], &low[1]) == 5) {
    errno = 0;
    bits given = result(operation, (bits)high[0] << 64 | low[0], (bits)high[1] << 64 | low[1]);
    printf("%lx %lx %d\n", (unsigned long)(given >> 64), (unsigned long)given, errno);
  }
  return 0;
}
