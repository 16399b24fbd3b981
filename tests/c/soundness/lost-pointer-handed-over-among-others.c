// pepsin: exploration=off
// A pointer that may lead to seventy variables of its thread is lost, and handed over among addresses that are not known for another
// reason. Who reads through it may read one of these variables, of which nobody would tell that they are known to another thread.
#include <pthread.h>

#define TEN(what, n) what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define ALL(what) TEN(what, a) TEN(what, b) TEN(what, c) TEN(what, d) TEN(what, e) TEN(what, f) TEN(what, g)
#define DECLARED(name) int v##name = 0;
#define ADDRESS(name) &v##name,

static unsigned number;
static int *_Atomic handed;

static void *reader(void *argument) {
  int *given = handed; // NORACE
  return given && *given > 0 ? argument : 0;
}

int main(int count, char **words) {
  number = (unsigned)count;
  ALL(DECLARED)
  int *chosen = __builtin_frame_address(0);
  int *own[] = {ALL(ADDRESS)};
  if (number > 2)
    chosen = own[number % 70]; // OBSTACLE
  pthread_t thread;
  pthread_create(&thread, 0, reader, words);
  handed = chosen; // NORACE
  va3++;
  pthread_join(thread, 0);
  return 0;
}
