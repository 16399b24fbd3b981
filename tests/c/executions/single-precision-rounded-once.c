// A number with more digits than a `float` has is rounded once, not by way of a `double`.
#include <pthread.h>

static int rounded_once, counter, other;

static void *work(void *unused) {
  if (rounded_once)
    counter++; // RACE CONFIRMED
  else
    other++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t first, second;
  volatile long number = 9007199791611905L;
  float single = (float)number;
  rounded_once = single == 9007200328482816.0f && (float)9007199791611905L == 9007200328482816.0f;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
