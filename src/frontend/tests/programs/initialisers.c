/* Designators, nesting, elided braces, strings, compound literals, static objects. */
#include "check.h"

struct point { int x, y; };
struct line { struct point from, to; char name[4]; };
union number { int i; unsigned char bytes[4]; };

static struct line lines[] = { { { 1, 2 }, { 3, 4 }, "ab" }, { 5, 6, 7, 8, { 'c' } }, [3] = { .to.y = 9, .name = "xyz!" } };
static int sparse[10] = { [2] = 1, 2, [8] = 3, [4 ... 6] = 7 };
static int matrix[2][3] = { 1, 2, 3, { 4, 5 } };
static union number number = { .bytes = { 1, 2 } };
static const char *names[] = { "one", "two" };
static char text[] = "hello" " " "world";
static char cut[3] = "abc";
static int *pointer = &sparse[2];
static int *literal = (int[]){ 10, 20, 30 };
static struct point origin = (struct point){ 4, 5 };
static int (*const operation)(int) = 0;
static unsigned long size = sizeof(lines) / sizeof(lines[0]);
static struct { int a; struct { int b, c; }; int d[]; } flexible = { 1, { 2, 3 } };
static struct { unsigned a : 3, : 2, b : 5; } bits = { 5, 17 };
static int last_wins[2] = { 1, 2, [0] = 3 };
static struct point array_of_two[2] = { [1].y = 5, [0].x = 6, 7 };
static long offset = (long)&((struct line *)0)->to.y;
static int sum = 1 + 2 * 3 - (4 > 3 ? 1 : 0) + !0 + (1 && 0) + (2 || 0);

int main(void) {
  CHECK(sizeof(lines) / sizeof(lines[0]) == 4 && size == 4);
  CHECK(lines[0].to.x == 3 && lines[0].name[1] == 'b' && lines[0].name[2] == 0);
  CHECK(lines[1].from.x == 5 && lines[1].to.y == 8 && lines[1].name[0] == 'c');
  CHECK(lines[2].from.x == 0 && lines[3].to.y == 9 && lines[3].to.x == 0 && lines[3].name[3] == '!');
  CHECK(sparse[2] == 1 && sparse[3] == 2 && sparse[4] == 7 && sparse[6] == 7 && sparse[7] == 0 && sparse[8] == 3);
  CHECK(matrix[0][2] == 3 && matrix[1][1] == 5 && matrix[1][2] == 0);
  CHECK(number.i == 0x0201);
  CHECK(names[1][2] == 'o' && sizeof(text) == 12 && text[5] == ' ' && cut[2] == 'c');
  CHECK(*pointer == 1 && literal[2] == 30 && origin.y == 5 && operation == 0);
  CHECK(flexible.b == 2 && flexible.c == 3 && bits.a == 5 && bits.b == 17);
  CHECK(last_wins[0] == 3 && last_wins[1] == 2);
  CHECK(array_of_two[1].y == 5 && array_of_two[0].x == 6 && array_of_two[0].y == 7);
  CHECK(offset == 12 && sum == 8);

  int local[] = { 1, [3] = 4, 5 };
  CHECK(sizeof(local) == 5 * sizeof(int) && local[1] == 0 && local[4] == 5);
  struct line l = { .name = "q", .from = { .y = 2 } };
  CHECK(l.from.x == 0 && l.from.y == 2 && l.to.x == 0 && l.name[0] == 'q' && l.name[1] == 0);
  struct point p = { 1, 2 };
  struct line m = { p, .to = p };
  CHECK(m.from.y == 2 && m.to.x == 1);
  struct point *q = &(struct point){ .y = 8 };
  CHECK(q->x == 0 && q->y == 8);
  char buffer[8] = "ab";
  CHECK(buffer[1] == 'b' && buffer[7] == 0);
  int scalar = { 7 };
  CHECK(scalar == 7);
  int zero[4] = { 0 };
  CHECK(zero[3] == 0);
  static int counter = 5;
  CHECK(counter++ == 5 && counter == 6);
  struct { int a[2]; struct point b; } n = { { 1, 2 }, { 3 } }, o = { 1, 2, 3, 4 };
  CHECK(n.b.y == 0 && o.b.y == 4);
  int range[6] = { [1 ... 3] = 5 };
  CHECK(range[0] == 0 && range[3] == 5 && range[4] == 0);
  return 0;
}
