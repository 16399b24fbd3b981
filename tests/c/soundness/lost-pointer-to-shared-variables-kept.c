// pepsin: exploration=off
// A pointer that may lead to seventy variables of the program is lost, but nothing is done through it: it is stored, passed, tested and
// handed over like any other one. What is known of the rest is not less for that.
#include <pthread.h>
#include <stdio.h>

#define TEN(what, n) what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define ALL(what) TEN(what, a) TEN(what, b) TEN(what, c) TEN(what, d) TEN(what, e) TEN(what, f) TEN(what, g)
#define DECLARED(name) static int v##name;
#define ADDRESS(name) &v##name,

ALL(DECLARED)
static int *table[] = {ALL(ADDRESS)};
static unsigned number;
static int *kept;
static int found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_known(int *pointer) { return pointer == &va1; }

static void *worker(void *argument) {
  int *chosen = table[number];
  pthread_mutex_lock(&lock);
  kept = chosen;           // NORACE
  if (is_known(kept))      // NORACE
    found++;               // NORACE
  va1++;                   // NORACE
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int count, char **words) {
  number = (unsigned)count % 70;
  pthread_t first, second;
  pthread_create(&first, 0, worker, words);
  pthread_create(&second, 0, worker, words);
  pthread_join(first, 0);
  pthread_join(second, 0);
  printf("%d\n", found);
  return 0;
}
