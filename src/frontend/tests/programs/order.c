/* Where C leaves the order open, lowering reads from left to right. */
#include "check.h"

static int g = 1;
static int change(void) { g += 10; return g; }
struct s { int *p; } s;

int main(void) {
  CHECK(g + change() == 12);
  g = 1; CHECK(change() + g == 22);
  g = 1; CHECK(g - (change(), 0) == 1);
  int i = 0, a[3] = { 0 };
  i = 0; a[i] = 4; i = a[i]++ + 1; CHECK(i == 5 && a[0] == 5);
  int other = 0; s.p = &g; g = 3;
  *s.p += 2; CHECK(g == 5);
  int *p = a; *p++ = 7; *p = 8; CHECK(a[0] == 7 && a[1] == 8 && p == a + 1);
  *p++ += 1; CHECK(a[1] == 9 && p == a + 2);
  int k = (i = 3, i * 2); CHECK(k == 6);
  i = 1; k = i++ + 0; CHECK(k == 1 && i == 2);
  k = -i--; CHECK(k == -2 && i == 1);
  g = 0; k = g ? 1 : (change(), g); CHECK(k == 10);
  return other;
}
