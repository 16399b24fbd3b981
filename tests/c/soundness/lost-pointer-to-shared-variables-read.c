// pepsin: exploration=off
// A pointer that may lead to seventy variables of the program is lost, and another thread reads through it: nothing is proved, and the
// obstacle stands where the pointer was read.
#include <pthread.h>

#define TEN(what, n) what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define ALL(what) TEN(what, a) TEN(what, b) TEN(what, c) TEN(what, d) TEN(what, e) TEN(what, f) TEN(what, g)
#define DECLARED(name) static int v##name;
#define ADDRESS(name) &v##name,

ALL(DECLARED)
static int *table[] = {ALL(ADDRESS)};
static unsigned number;
static int *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument) {
  pthread_mutex_lock(&lock);
  int *chosen = kept;      // NORACE
  pthread_mutex_unlock(&lock);
  return chosen && *chosen ? argument : 0;
}

int main(int count, char **words) {
  number = (unsigned)count % 70;
  pthread_t thread;
  pthread_create(&thread, 0, reader, words);
  int *chosen = table[number]; // OBSTACLE
  pthread_mutex_lock(&lock);
  kept = chosen;           // NORACE
  pthread_mutex_unlock(&lock);
  va1++;
  pthread_join(thread, 0);
  return 0;
}
