// What is wrong with options is told on the stream of errors, which another thread writes to without its lock.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

void *worker(void *unused) {
  putc_unlocked('x', stderr); // RACE
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (getopt(argc, argv, "ab") != -1) // RACE
    ;
  pthread_join(id, NULL);
  return 0;
}
