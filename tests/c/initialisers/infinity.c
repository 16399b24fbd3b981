// Calls of functions of the compiler are constants in an initialiser.
#include <math.h>
#include <pthread.h>
#include <stddef.h>
static double least = INFINITY;
static unsigned swapped = __builtin_bswap32(1);
static unsigned long length = __builtin_strlen("abc");
static int bits = __builtin_popcountl(255) + __builtin_clz(1) + __builtin_ctzll(8) + __builtin_ffs(4) + __builtin_abs(-1);
int shared;

void *worker(void *unused) {
  if (least < 1e300 || swapped != 1u << 24 || length != 3 || bits != 8 + 31 + 3 + 3 + 1)
    shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // NORACE
  return 0;
}
