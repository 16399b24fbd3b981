// A value that nobody wants is read all the same: the argument of a built-in function, and a record that is volatile, what a
// switch without cases looks at, and operands of assembly without text.
#include <pthread.h>

static volatile int number;
static volatile struct pair {
  int left, right;
} pair;
static int looked_at, operand, changed;

static void *reader(void *unused) {
  __builtin_expect(number, 1); // RACE CONFIRMED
  pair;                        // RACE CONFIRMED
  switch (looked_at) { // RACE CONFIRMED
  default:
    break;
  }
  __asm__ volatile("" : : "r"(operand++)); // RACE CONFIRMED
  __asm__ volatile("" : "+r"(changed));    // RACE CONFIRMED
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  number = 1;    // RACE CONFIRMED
  pair.left = 1; // RACE CONFIRMED
  looked_at = 1; // RACE CONFIRMED
  operand = 1;   // RACE CONFIRMED
  changed = 1;   // RACE CONFIRMED
  pthread_join(thread, NULL);
  return 0;
}
