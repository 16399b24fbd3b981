// Who takes the lock of a stream touches the stream only when it has it, also where it is not known which stream that is.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
FILE *files[2];

void *worker(void *unused) {
  int chosen = rand() & 1;
  flockfile(files[chosen]); // IMPRECISE
  putc_unlocked('a', files[chosen]); // IMPRECISE
  funlockfile(files[chosen]); // IMPRECISE
  return NULL;
}

void *visitor(void *unused) {
  int chosen = rand() & 1;
  if (ftrylockfile(files[chosen]) != 0) // IMPRECISE
    return NULL;
  putc_unlocked('b', files[chosen]); // IMPRECISE
  funlockfile(files[chosen]); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t one, other, third;
  files[0] = fopen("one", "w");
  files[1] = fopen("other", "w");
  if (!files[0] || !files[1])
    return 1;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_create(&third, NULL, visitor, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  pthread_join(third, NULL);
  return 0;
}
