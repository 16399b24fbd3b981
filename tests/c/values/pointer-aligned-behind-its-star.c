// `aligned` behind the star is the alignment of the pointer: what stands behind it lies further.
#include <pthread.h>
#include <stddef.h>

struct with {
  char first;
  char *__attribute__((aligned(16))) pointer;
};

static int is_further, counter, other;

static void *work(void *unused) {
  if (is_further)
    counter++; // RACE CONFIRMED
  else
    other++; // NORACE
  return unused;
}

int main(void) {
  pthread_t first, second;
  is_further = offsetof(struct with, pointer) == 16 && sizeof(struct with) == 32;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
