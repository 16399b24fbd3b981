// Two members of a union hold different numbers by the same bits: the variable is one.
#include <pthread.h>

static union {
  int with_sign;
  unsigned without;
} number;
static int counter;

static void *work(void *unused) {
  long with_sign = number.with_sign;
  long without = number.without;
  counter++; // RACE CONFIRMED
  return with_sign + without ? &number : unused;
}

int main(void) {
  pthread_t first, second;
  number.without = 4;
  number.with_sign = -56;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
