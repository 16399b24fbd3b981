// Numbers of binary128 and decimal ones are not computed with: an execution ends where one is.
#include <pthread.h>
#include <stddef.h>
int racy;

void *worker(void *unused) {
  _Float128 tenth = 0.1F128; // ENDS
  if (tenth * 10 == 1)
    racy++; // RACE
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
