// With memory of its own, `tmpnam` needs no hidden state (POSIX.1-2017).
#include <pthread.h>
#include <stdio.h>
char one[L_tmpnam], two[L_tmpnam];

void *worker(void *unused) {
  tmpnam(one);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  tmpnam(two);
  pthread_join(id, NULL);
  return 0;
}
