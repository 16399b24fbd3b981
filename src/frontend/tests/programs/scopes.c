/* What a name means: shadowed typedefs, tags, enumerators, inner declarations. */
#include "check.h"

typedef int T;
typedef struct T { T value; } S;
enum { first, second = 10, third };

static int product(int T) { int x = 3; T * x; return T * x; }
static int call(int (*T)(int)) { return T(4) + (T)(5); }
static int member(struct T T) { return T.value; }
static int increment(int x) { return x + 1; }
static int old(a, b, c) int a; char c; { return a + b + c; }
static T typed(T a, T (b)) { return a - b; }
static int size(unsigned T) { return sizeof(T) == sizeof(unsigned) && sizeof T == 4; }
int outer = 1;

int main(void) {
  CHECK(product(2) == 6 && call(increment) == 11 && member((S){ 8 }) == 8);
  CHECK(old(1, 2, 3) == 6 && typed(5, 2) == 3 && size(1));
  T x = 1;
  {
    char T = 2;
    CHECK(sizeof(T) == 1 && T == 2);
    x = T * x;
  }
  T y = x; CHECK(y == 2);
  { typedef char T; T z = 1; CHECK(sizeof(z) == 1 && sizeof(T) == 1); }
  CHECK(first == 0 && third == 11);
  { enum { first = 5 }; CHECK(first == 5); }
  CHECK(outer == 1);
  int outer = 2;
  { extern int outer; CHECK(outer == 1); outer = 3; }
  CHECK(outer == 2);
  struct T { long other; } s = { 4 };
  CHECK(s.other == 4 && sizeof(struct T) == sizeof(long));
  for (int outer = 9; outer < 10; outer++) { int outer = 20; CHECK(outer == 20); }
  int shadow = 1;
  { int shadow = 5; { int inner = shadow; CHECK(inner == 5); } }
  CHECK(shadow == 1);
  (void)(T)x;
  int f(int);
  CHECK(f(3) == 6);
  goto T;
T: x = 77;
  struct S2 { int T; T U; } m = { 1, 2 }; CHECK(m.T + m.U == 3);
  return !(x == 77);
}

int f(int T) { return T * 2; }
