/* Structs, unions, bit-fields, arrays, pointers, function pointers. */
#include "check.h"

struct pair { int a, b; };
struct node { int value; struct node *next; };
struct bits { unsigned a : 3; int b : 4; unsigned long c : 40; _Bool d : 1; };
struct outer { int tag; union { int i; char c[4]; struct { short lo, hi; }; }; };

static struct pair make(int a, int b) { struct pair p = { a, b }; return p; }
static int total(struct pair p) { p.a += p.b; return p.a; }
static int twice(int x) { return 2 * x; }
static int apply(int (*f)(int), int x) { return f(x) + (*f)(x) + (**f)(x); }
static int (*choose(int which))(int) { return which ? twice : 0; }
static int sum(int count, int values[count]) { int s = 0; for (int i = 0; i < count; i++) s += values[i]; return s; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

int main(void) {
  struct pair p = make(3, 4), q;
  q = p; q.a = 9;
  CHECK(p.a == 3 && q.a == 9 && q.b == 4 && total(p) == 7 && p.a == 3);
  CHECK(make(5, 6).b == 6 && total(make(1, 2)) == 3);
  struct pair r = (p.a == 3 ? p : q);
  CHECK(r.a == 3);
  struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
  int s = 0;
  for (struct node *n = &a; n; n = n->next) s += n->value;
  CHECK(s == 6 && a.next->next->value == 3);
  struct bits f = { 0 };
  f.a = 9; CHECK(f.a == 1);
  f.b = 7; f.b++; CHECK(f.b == -8);
  f.c = (1ul << 39) + 5; CHECK(f.c == (1ul << 39) + 5);
  f.d = 2; CHECK(f.d == 1);
  CHECK((f.a = 10) == 2 && (f.b = 9) == -7);
  f.a += 7; CHECK(f.a == 1);
  CHECK(f.a - 2 < 0);
  CHECK((unsigned long)f.c << 30 == (f.c + 0ul) << 30);
  struct { unsigned long c : 21, d : 32; } narrow = { 65034, 1 };
  CHECK((unsigned long)narrow.c << 18 == 17048272896ul && narrow.c - 65035 < 0 && narrow.d - 2 > 0);
  struct outer o = { 1, { 0x10002 } };
  CHECK(o.lo == 2 && o.hi == 1 && o.c[0] == 2);
  o.c[1] = 1; CHECK(o.i == 0x10102);
  int x = 1, y = 2; swap(&x, &y); CHECK(x == 2 && y == 1);
  int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j;
  CHECK(m[2][3] == 23 && *(*(m + 1) + 2) == 12 && 2[m[1]] == 12);
  int (*row)[4] = m; row++; CHECK((*row)[0] == 10 && row[1][1] == 21);
  int *e = &m[0][0]; CHECK(e + 4 == m[1] && &m[1][0] - e == 4 && e < m[1]);
  CHECK((char *)(e + 1) - (char *)e == sizeof(int));
  int values[] = { 1, 2, 3 }; CHECK(sum(3, values) == 6);
  int *v = values; CHECK(*v++ == 1 && *v == 2 && *++v == 3 && v[-1] == 2 && *--v == 2 && (*v)++ == 2 && values[1] == 3);
  CHECK(apply(twice, 4) == 24 && choose(1)(5) == 10 && choose(0) == 0);
  int (*table[2])(int) = { twice, &twice }; CHECK(table[1](3) == 6);
  void *raw = &x; CHECK(*(int *)raw == 2);
  unsigned char *bytes = (unsigned char *)&x; CHECK(bytes[0] == 2 && bytes[1] == 0);
  const char *t = "abc"; CHECK(t[1] == 'b' && "xyz"[2] == 'z' && *"q" == 'q' && sizeof("abc") == 4);
  char word[] = "word"; word[0] = 'W'; CHECK(word[0] == 'W' && word[4] == 0);
  struct pair pairs[2] = { { 1, 2 }, { 3, 4 } }, *pp = pairs;
  CHECK((pp++)->b == 2 && pp->a == 3 && (&pairs[1] == pp) && pp[-1].a == 1);
  pairs[0] = pairs[1]; CHECK(pairs[0].b == 4);
  int k = 0; int arr[3] = { 0 }; arr[k++] = 4; CHECK(k == 1 && arr[0] == 4);
  x = y = 7; CHECK(x == 7 && y == 7);
  x = (y = 3) + 1; CHECK(x == 4);
  int *np = 0; CHECK(!np && np == (void *)0);
  return 0;
}
