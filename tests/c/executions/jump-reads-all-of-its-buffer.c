// `longjmp` reads the environment that `setjmp` saved, all of it.
#include <pthread.h>
#include <setjmp.h>
jmp_buf place;

void *worker(void *unused) {
  ((char *)place)[60] = 0; // RACE
  return NULL;
}

void back(void) { longjmp(place, 1); } // RACE

int main(void) {
  pthread_t id;
  if (setjmp(place) == 0) {
    pthread_create(&id, NULL, worker, NULL);
    back();
  }
  pthread_join(id, NULL);
  return 0;
}
