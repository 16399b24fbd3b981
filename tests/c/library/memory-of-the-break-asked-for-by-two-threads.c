// The end of the data segment is moved by two threads at once, of which one may be lost.
#include <pthread.h>
#include <unistd.h>

void *worker(void *unused) {
  return sbrk(4096) == (void *)-1 ? unused : NULL; // RACE
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  void *mine = sbrk(4096); // RACE
  pthread_join(thread, NULL);
  return mine == (void *)-1;
}
