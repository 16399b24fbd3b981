// Compound assignments for which there is no atomic fetch are read-modify-writes all the same: none is lost, and the sum of
// an integer and a floating number is converted behind the addition (C17 6.5.16.2 3).
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

_Atomic int product = 1, mixed = -2;
_Atomic bool any, odd;
_Atomic double real;
_Atomic float half = 1.5f;
int lost_product, lost_flag, lost_real, truncated, small;

void *worker(void *unused) {
  product *= 2;
  any |= true;
  odd ^= 1;
  real += 1;
  return NULL;
}

void *watcher(void *unused) {
  lost_product++; // IMPRECISE
  lost_flag++;    // IMPRECISE
  lost_real++;    // IMPRECISE
  truncated++;    // RACE
  small++;        // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_create(&third, NULL, watcher, NULL);
  if (product != 4)
    lost_product++; // IMPRECISE
  if (!any || odd)
    lost_flag++; // IMPRECISE
  if (real != 2)
    lost_real++; // IMPRECISE
  mixed += 1.5;
  if (mixed == 0)
    truncated++; // RACE
  half += 2;
  if (half == 3.5f)
    small++; // RACE
  pthread_join(third, NULL);
  return 0;
}
