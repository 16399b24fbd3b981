// Behind the join, it makes no difference whether there is a clock.
#include <pthread.h>
#include <time.h>
int told;

void *worker(void *unused) {
  told = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  clock_t now = clock();
  pthread_join(id, NULL);
  if (now == (clock_t)-1)
    told = 2;
  return 0;
}
