/* Loops, switches, jumps, short circuit, conditional expressions. */
#include "check.h"

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

static int classify(int x) {
  switch (x) {
  case 0: return 10;
  case 1:
  case 2: x += 100;
  case 3: return x;
  case 10 ... 20: return 20;
  case -5: return -50;
  default: break;
  }
  return -1;
}

static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

static int skip(int x) {
  if (x) goto inner;
  {
    int y = 1;
    x = y;
    inner: y = 7;
    return x + y;
  }
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; sum += i; }
  CHECK(sum == 0 + 1 + 2 + 4 + 5 + 6);
  int n = 5, f = 1;
  while (n) f *= n--;
  CHECK(f == 120 && n == 0);
  do n++; while (n < 3);
  CHECK(n == 3);
  CHECK(classify(0) == 10 && classify(1) == 101 && classify(2) == 102 && classify(3) == 3);
  CHECK(classify(15) == 20 && classify(-5) == -50 && classify(99) == -1);
  char to[10] = { 0 };
  copy(to, "abcdefg", 7);
  CHECK(to[0] == 'a' && to[6] == 'g' && to[7] == 0);
  CHECK(skip(5) == 12 && skip(0) == 8);
  calls = 0; CHECK(!(no() && yes())); CHECK(calls == 1);
  calls = 0; CHECK(yes() || no()); CHECK(calls == 1);
  calls = 0; int v = yes() && no() || yes(); CHECK(v == 1 && calls == 3);
  calls = 0; v = !(yes() && yes()); CHECK(v == 0 && calls == 2);
  CHECK((yes() ? 1 : no()) == 1);
  v = 0; 0 && (v = 1); CHECK(v == 0); 1 && (v = 2); CHECK(v == 2); v || (v = 3); CHECK(v == 2);
  v ? (v = 4) : (v = 5); CHECK(v == 4);
  int depth = 0;
  for (;;) { for (;;) { if (++depth > 3) goto out; break; } }
out:
  CHECK(depth == 4);
  if (0) { dead: v = 9; } else if (v == 4) { v = 6; goto dead; }
  CHECK(v == 9);
  int i = 0; switch (i) { int unreached; case 0: unreached = 4; i = unreached; } CHECK(i == 4);
  unsigned char byte = 200; switch (byte) { case 200: v = 1; break; default: v = 2; } CHECK(v == 1);
  switch (3) { default: v = 10; break; case 4: v = 11; } CHECK(v == 10);
  return 0;
}
