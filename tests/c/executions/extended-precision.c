// Long double is not computed in the precision of double.
#include <pthread.h>
volatile int zero;
int shared;

void *worker(void *unused) {
  long double sum = 9007199254740992.0L + zero; // ENDS
  if (sum + 1 == sum)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
