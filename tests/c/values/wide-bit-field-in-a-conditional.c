// To gcc a conditional of a wide bit-field has its very width: what is computed with it is not known here.
#include <pthread.h>
struct wide {
  unsigned long low : 40;
  long high : 33;
};
int shared;

void *worker(void *unused) {
  shared++;
  return NULL;
}

int main(int count, char **texts) {
  pthread_t id;
  struct wide wide = {.low = 0xffffffffff, .high = 0xffffffff};
  pthread_create(&id, NULL, worker, NULL);
  if ((count ? wide.low : 0) + 1 == 0) // OBSTACLE
    shared++;
  if ((wide.high << 1) < 0) // OBSTACLE
    shared++;
  long kept = count ? wide.low : 1L;
  pthread_join(id, NULL);
  return kept != 0;
}
