// Two threads have to take turns twelve times before they race.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int v;

static int go_on(int from) { return atomic_compare_exchange_strong(&turn, &from, from + 1); }

static void *even(void *unused) {
  for (int k = 0; k < 12; k += 2)
    if (!go_on(k))
      return unused;
  v = 1; // RACE CONFIRMED
  return unused;
}

static void *odd(void *unused) {
  for (int k = 1; k < 12; k += 2)
    if (!go_on(k))
      return unused;
  v = 2; // RACE CONFIRMED
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, even, NULL);
  pthread_create(&other, NULL, odd, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
