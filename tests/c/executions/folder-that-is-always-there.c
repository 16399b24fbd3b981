// The root of all files is there, so it is not made.
#include <pthread.h>
#include <sys/stat.h>
int shared;

void *worker(void *unused) {
  if (mkdir("/", 0700) == 0) // ENDS
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
