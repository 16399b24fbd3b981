// pepsin: exploration=off
// A pointer that may lead to two hundred variables is an obstacle, and what is done through it proves nothing: here two
// threads change the same one.
#include <pthread.h>

#define TWENTY(what, n)                                                                                               \
  what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)       \
  what(n##a) what(n##b) what(n##c) what(n##d) what(n##e) what(n##f) what(n##g) what(n##h) what(n##i) what(n##j)
#define ALL(what)                                                                                                     \
  TWENTY(what, a) TWENTY(what, b) TWENTY(what, c) TWENTY(what, d) TWENTY(what, e)                                     \
  TWENTY(what, f) TWENTY(what, g) TWENTY(what, h) TWENTY(what, i) TWENTY(what, j)
#define DECLARED(name) int v##name;
#define ADDRESS(name) &v##name,

ALL(DECLARED)
int *const table[] = {ALL(ADDRESS)};

static unsigned number;

static void *increment(void *argument) {
  int *chosen = table[number];         // OBSTACLE
  *chosen = *chosen + 1;               // OBSTACLE
  return argument;
}

int main(int count, char **words) {
  number = (unsigned)count;
  pthread_t first, second;
  pthread_create(&first, 0, increment, words);
  pthread_create(&second, 0, increment, words);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
