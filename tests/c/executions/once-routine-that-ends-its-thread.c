// The thread that runs the routine ends there: in the GNU C library another one runs it again, so nobody waits for ever.
#include <pthread.h>
pthread_once_t control = PTHREAD_ONCE_INIT;
int first = 1, shared;

static void initialise(void) {
  if (first) {
    first = 0;
    pthread_exit(NULL);
  }
}

void *worker(void *unused) {
  pthread_once(&control, initialise);
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
