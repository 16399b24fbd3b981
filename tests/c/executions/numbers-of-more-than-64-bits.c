// `long double` and `__int128` are computed as the processor does, in registers, memory, records and initialisers.
#include <math.h>
#include <pthread.h>
#include <stddef.h>
int never, always;
long double third = 1.0L / 3;
long double tenth = 0.1L;
unsigned __int128 large = (unsigned __int128)1 << 100;
__int128 negative = -5;
struct pair {
  char letter;
  long double value;
  __int128 count;
};
static long double sum(long double one, long double other) { return one + other; }
static __int128 product(__int128 one, long other) { return one * other; }
static void check(int holds) {
  if (!holds)
    never++; // IMPRECISE
}

void *worker(void *unused) {
  check(third * 3 == 1);
  check(tenth != 0.1 && (double)tenth == 0.1 && (float)tenth == 0.1f);
  long double local = 0.1L;
  check(local == tenth && sum(local, 1) > 1.0L && (long)(local * 100) == 10);
  check(1.0L + 0x1p-60L != 1.0L && 1.0L + 0x1p-64L == 1.0L);
  check((long double)9007199254740993 - 9007199254740992 == 1);
  check(large >> 100 == 1 && large / 3 * 3 != large && (double)large == 0x1p100);
  check(negative / 2 == -2 && negative % 2 == -1 && negative >> 1 == -3);
  check((long)(product((__int128)1 << 62, 1L << 62) >> 64) == 1L << 60);
  struct pair pair = {1, 2.5L, (__int128)1 << 64}, copy = pair;
  check(copy.count - 1 == (unsigned long)-1 && copy.value == 2.5L);
  unsigned __int128 all = -1;
  check(all > 0 && all / 2 == ((unsigned __int128)1 << 127) - 1);
  check(sqrtl(2) * sqrtl(2) != 2.0L && floorl(-0.5L) == -1 && fabsl(-third) == third);
  check(!(copy.count == 0) && (copy.value ? 1 : 0));
  if (sqrtl(tenth) < 1)
    always++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
