// A process is not its own parent, and each of both numbers is the same at each call.
#include <pthread.h>
#include <unistd.h>
int never, some;

void *worker(void *unused) {
  if (getppid() == getpid())
    never++; // IMPRECISE
  if (getpid() != getpid() || getppid() != getppid())
    never++; // IMPRECISE
  if (getpid() < getppid())
    some++; // RACE CONFIRMED
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
