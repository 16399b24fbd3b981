// Another process may be one of those that arrive at the barrier: it orders nothing between threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
pthread_barrier_t *all;
int data;

void *worker(void *unused) {
  data++; // RACE
  pthread_barrier_wait(all);
  return NULL;
}

int main(void) {
  all = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    return 1;
  pthread_barrierattr_t shared;
  pthread_barrierattr_init(&shared);
  pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(all, &shared, 2);
  if (fork() == 0) {
    pthread_barrier_wait(all);
    _exit(0);
  }
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(all);
  data++; // RACE
  return 0;
}
