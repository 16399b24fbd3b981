// pepsin: exploration=off
// A pointer to variables of the thread is lost, and others have it, but nobody does anything through it: the variables are the thread's own.
#include <pthread.h>

#define TEN(what, n) what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define ALL(what) TEN(what, a) TEN(what, b) TEN(what, c) TEN(what, d) TEN(what, e) TEN(what, f) TEN(what, g)
#define DECLARED(name) int v##name = 0;
#define ADDRESS(name) &v##name,

static unsigned number;
static int *_Atomic handed;

static void *watcher(void *argument) {
  return handed ? argument : 0; // NORACE
}

int main(int count, char **words) {
  number = (unsigned)count;
  ALL(DECLARED)
  int *own[] = {ALL(ADDRESS)};
  pthread_t thread;
  pthread_create(&thread, 0, watcher, words);
  handed = own[number % 70]; // NORACE
  va3++; // NORACE
  pthread_join(thread, 0);
  return va3;
}
