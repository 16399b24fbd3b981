// What a conversion gives is undefined where the type does not have the number.
#include <pthread.h>

static int v;
static volatile double number = 300;

static void *worker(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  unsigned char byte = number; // ENDS
  if (byte == 44) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
