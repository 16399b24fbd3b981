// pepsin: exploration=off
// The distance from a variable to where a lost pointer leads is no mere number: added to the address of the variable, it leads to one of
// the seventy.
#include <pthread.h>

#define TEN(what, n) what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define ALL(what) TEN(what, a) TEN(what, b) TEN(what, c) TEN(what, d) TEN(what, e) TEN(what, f) TEN(what, g)
#define DECLARED(name) static int v##name;
#define ADDRESS(name) &v##name,

ALL(DECLARED)
static int *table[] = {ALL(ADDRESS)};
static unsigned number;
static int base;

static void *reader(void *argument) {
  long distance = (long)table[number] - (long)&base; // OBSTACLE
  int *chosen = (int *)((long)&base + distance);
  return *chosen ? argument : 0;
}

int main(int count, char **words) {
  number = (unsigned)count % 70;
  pthread_t thread;
  pthread_create(&thread, 0, reader, words);
  va1++;
  pthread_join(thread, 0);
  return 0;
}
