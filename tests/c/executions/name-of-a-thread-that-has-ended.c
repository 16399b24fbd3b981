// The kernel knows a thread by a file, which is gone when the thread has ended.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
int shared;

void *idle(void *unused) { return NULL; }

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id, other;
  pthread_create(&other, NULL, idle, NULL);
  usleep(100000);
  if (pthread_setname_np(other, "idle") != 0) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
